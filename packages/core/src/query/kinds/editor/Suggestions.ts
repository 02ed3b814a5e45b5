import { Effect } from "effect"
import { DefinitionRepository } from "../../../definitions/DefinitionRepository.ts"
import type { ProjectId } from "../../../identity/Project.ts"
import { projectFunctions } from "../../functions/ProjectFunctions.ts"
import { queryLogName } from "../../log/QueryLogTable.ts"
import { listedTables } from "../../tables/VirtualTables.ts"
import { type CursorContext, cursorContext } from "./CursorContext.ts"
import { type Owner, tableColumns, type TextColumn } from "./TableColumns.ts"
import { memberOf } from "./TextQueries.ts"
import { nothingKnown, type TextScope, textScope } from "./TextScope.ts"

/** Something that may be written at the cursor; `kind` is a word of editors for its icon. */
export type Suggestion = {
  readonly label: string
  readonly insertText: string
  readonly kind: "Class" | "Field" | "Function" | "Property"
  readonly detail: string
  readonly documentation: string
}

/** The suggestions of one place, and whether there are more. */
export interface Suggested {
  readonly suggestions: ReadonlyArray<Suggestion>
  readonly isIncomplete: boolean
}

/** At most this many suggestions are made. */
export const maxSuggestions = 100

const quotedName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : `\`${name.replaceAll("`", "``")}\``

const suggestion = (label: string, kind: Suggestion["kind"], detail: string, documentation = ""): Suggestion => ({
  label,
  insertText: kind === "Function" ? `${label}()` : quotedName(label),
  kind,
  detail,
  documentation
})

const starts = (label: string, typed: string): boolean => label.toLowerCase().startsWith(typed.toLowerCase())

const cut = (all: ReadonlyArray<Suggestion>): Suggested => ({
  suggestions: all.slice(0, maxSuggestions),
  isIncomplete: all.length > maxSuggestions
})

const tableNames: ReadonlyArray<string> = [...listedTables, queryLogName]

const functions: ReadonlyArray<Suggestion> = projectFunctions.rows.map(({ kind, meaning, name, parameters, result }) =>
  suggestion(
    name,
    "Function",
    `(${parameters.join(", ")}) ${result}`,
    kind === "function" ? meaning : `${kind}: ${meaning}`
  )
)

const field = ({ name, of }: TextColumn): Suggestion => suggestion(name, "Field", of)

/** Without a table yet, a SELECT is taken for one over events. */
const events = { name: "", columns: tableColumns("events"), star: [] }

/** The names that stand for a value, the nearest first; each is suggested once. */
const valuesOf = ({ aliases, parameters, sources }: TextScope): ReadonlyArray<Suggestion> => {
  const all = [
    ...parameters.map((name) => suggestion(name, "Field", "of the lambda")),
    ...sources.flatMap(({ columns }) => columns.map(field)),
    ...aliases.map(field)
  ]
  return [...new Map(all.toReversed().map((one) => [one.label, one])).values()].toReversed()
}

/** Suggests what may be written at a place of a text. */
export const makeSuggest = Effect.gen(function*() {
  const definitions = yield* DefinitionRepository

  const propertiesOf = Effect.fnUntraced(function*(project: ProjectId, { group, kind }: Owner, typed: string) {
    const page = yield* definitions.listProperties(
      project,
      {
        kind,
        hidden: false,
        ...(group === undefined ? {} : { groupTypeIndex: group }),
        ...(typed === "" ? {} : { words: [typed.toLowerCase()] })
      },
      { limit: maxSuggestions, offset: 0 }
    )
    return {
      suggestions: page.items.map(({ description, name, property_type }) =>
        suggestion(name, "Property", property_type ?? "String", description ?? "")
      ),
      isIncomplete: page.count > page.items.length
    }
  })

  const at = (project: ProjectId, { kind, path, typed }: CursorContext, found: TextScope): Effect.Effect<Suggested> => {
    const scope = found.sources.length === 0 ? { ...found, sources: [events] } : found
    const starting = (all: ReadonlyArray<Suggestion>): Effect.Effect<Suggested> =>
      Effect.succeed(cut(all.filter(({ label }) => starts(label, typed))))
    switch (kind) {
      case "text":
        return Effect.succeed(cut([]))
      case "table":
        return starting([
          ...Array.from(scope.tables.keys(), (table) => suggestion(table, "Class", "of WITH")),
          ...tableNames.map((table) => suggestion(table, "Class", "table"))
        ])
      case "member": {
        const { columns, owner } = memberOf(path, scope.sources, scope.aliases)
        return owner === undefined ? starting(columns.map(field)) : propertiesOf(project, owner, typed)
      }
      case "field":
        return starting([...valuesOf(scope), ...functions])
    }
  }

  return (project: ProjectId, text: string, cursor: number): Effect.Effect<Suggested> =>
    Effect.suspend(() => {
      const place = cursorContext(text.slice(0, cursor))
      return at(project, place, place.kind === "text" ? nothingKnown : textScope(text, cursor))
    })
})
