import { Effect } from "effect"
import { DefinitionRepository } from "../../../definitions/DefinitionRepository.ts"
import { firstCountedDay } from "../../../definitions/DefinitionUpdate.ts"
import type { ProjectId } from "../../../identity/Project.ts"
import { projectFunctions } from "../../functions/ProjectFunctions.ts"
import { queryLogName } from "../../log/QueryLogTable.ts"
import type { QueryRun } from "../../QueryKind.ts"
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

/** A name as a text between single quotes, which may stand there already. */
const quoted = (label: string, detail: string, isQuoted: boolean): Suggestion => {
  const text = label.replaceAll("\\", "\\\\").replaceAll("'", "''")
  return { ...suggestion(label, "Field", detail), insertText: isQuoted ? text : `'${text}'` }
}

const contains = (label: string, typed: string): boolean => label.toLowerCase().includes(typed.toLowerCase())

/** Names that contain what is typed, those that begin with it first. */
const byFit = (all: ReadonlyArray<Suggestion>, typed: string): Suggested =>
  cut(
    all.filter(({ label }) => contains(label, typed)).toSorted((a, b) =>
      Number(starts(b.label, typed)) - Number(starts(a.label, typed))
    )
  )

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

/** The project in which a text is written, and when. */
type Place = Pick<QueryRun, "cohorts" | "now" | "project" | "variables">

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

  /** Names of events, the most frequent of the last days first. */
  const eventsOf = Effect.fnUntraced(function*({ now, project }: Place, typed: string) {
    const page = yield* definitions.listEvents(
      project.id,
      {
        hidden: false,
        order: { by: "volume_30_day", isDescending: true },
        ...(typed === "" ? {} : { words: [typed.toLowerCase()] })
      },
      firstCountedDay(now),
      { limit: maxSuggestions, offset: 0 }
    )
    const { suggestions } = byFit(page.items.map(({ name }) => quoted(name, "event", true)), typed)
    return { suggestions, isIncomplete: page.count > page.items.length }
  })

  const at = (
    run: Place,
    { isQuoted, kind, path, typed }: CursorContext,
    found: TextScope
  ): Effect.Effect<Suggested> => {
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
        return owner === undefined ? starting(columns.map(field)) : propertiesOf(run.project.id, owner, typed)
      }
      case "event":
        return eventsOf(run, typed)
      case "cohort":
        return Effect.map(run.cohorts, (all) => byFit(all.map(({ name }) => quoted(name, "cohort", isQuoted)), typed))
      case "variable":
        return Effect.map(
          run.variables,
          (all) => byFit(all.map(({ code_name, name, type }) => suggestion(code_name, "Field", type, name)), typed)
        )
      case "field":
        return starting([...valuesOf(scope), ...functions])
    }
  }

  return (run: Place, text: string, cursor: number): Effect.Effect<Suggested> =>
    Effect.suspend(() => {
      const place = cursorContext(text.slice(0, cursor))
      return at(run, place, place.kind === "text" ? nothingKnown : textScope(text, cursor))
    })
})
