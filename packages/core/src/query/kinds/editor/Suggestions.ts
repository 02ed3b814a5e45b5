import { Effect } from "effect"
import type { ProjectId } from "../../../access/Project.ts"
import { DefinitionRepository } from "../../../definitions/DefinitionRepository.ts"
import type { GroupTypeIndex } from "../../../persons/Group.ts"
import { queryLogName } from "../../log/QueryLogTable.ts"
import { catalogue } from "../../sql/catalogue/Catalogue.ts"
import { entityFields } from "../../sql/resolve/LazyJoins.ts"
import { type Entity, listedTables, virtualTables } from "../../sql/resolve/VirtualTables.ts"
import { type CursorPlace, cursorPlace, textTables } from "./CursorPlace.ts"

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

/** So many suggestions are made at most. */
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

const functions: ReadonlyArray<Suggestion> = catalogue.map(({ kind, meaning, name, parameters, result }) =>
  suggestion(
    name,
    "Function",
    `(${parameters.join(", ")}) ${result}`,
    kind === "function" ? meaning : `${kind}: ${meaning}`
  )
)

const fieldsOf = (table: string): ReadonlyArray<Suggestion> =>
  Array.from(
    virtualTables.get(table)?.fields ?? [],
    ([name, field]) =>
      suggestion(name, "Field", field._tag === "Entity" ? `fields of ${field.entity._tag}` : `of ${table}`)
  )

/** The owner of the properties that follow a path of names. */
interface Owner {
  readonly kind: "event" | "group" | "person"
  readonly group?: GroupTypeIndex
}

type Member = { readonly owner: Owner } | { readonly fields: ReadonlyArray<Suggestion> }

const ownProperties: Readonly<Record<string, Owner>> = {
  events: { kind: "event" },
  persons: { kind: "person" },
  groups: { kind: "group" }
}

const none: Member = { fields: [] }

const membersOf = (entity: Entity, path: ReadonlyArray<string>): Member => {
  const [first, ...rest] = path
  if (first === undefined) {
    return { fields: entityFields(entity).map((name) => suggestion(name, "Field", `of ${entity._tag}`)) }
  }
  if (first === "person" && entity._tag === "DistinctId") return membersOf({ _tag: "Person" }, rest)
  if (first !== "properties" || rest.length > 0) return none
  return { owner: entity._tag === "Group" ? { kind: "group", group: entity.index } : { kind: "person" } }
}

/** The members of a path of names: fields, or properties of an owner. */
const memberAt = (path: ReadonlyArray<string>, tables: ReturnType<typeof textTables>): Member => {
  const [first = "", ...rest] = path
  const named = tables.find(({ name }) => name === first)
  if (named !== undefined) {
    return rest.length === 0 ? { fields: fieldsOf(named.table) } : memberAt(rest, [{ table: named.table, name: "" }])
  }
  for (const { table } of tables) {
    const field = virtualTables.get(table)?.fields.get(first)
    const owner = ownProperties[table]
    if (field?._tag === "Entity") return membersOf(field.entity, rest)
    if (field !== undefined && first === "properties" && rest.length === 0 && owner !== undefined) return { owner }
  }
  return none
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

  const at = (project: ProjectId, { kind, path, typed }: CursorPlace, text: string): Effect.Effect<Suggested> => {
    const named = textTables(text, (name) => tableNames.includes(name))
    const tables = named.length === 0 ? [{ table: "events", name: "events" }] : named
    switch (kind) {
      case "text":
        return Effect.succeed(cut([]))
      case "table":
        return Effect.succeed(
          cut(tableNames.filter((table) => starts(table, typed)).map((table) => suggestion(table, "Class", "table")))
        )
      case "member": {
        const member = memberAt(path, tables)
        return "owner" in member
          ? propertiesOf(project, member.owner, typed)
          : Effect.succeed(cut(member.fields.filter(({ label }) => starts(label, typed))))
      }
      case "field": {
        const fields = new Map(
          tables.flatMap(({ table }) => fieldsOf(table).map((field) => [field.label, field] as const))
        )
        const all = [...fields.values(), ...functions]
        return Effect.succeed(cut(all.filter(({ label }) => starts(label, typed))))
      }
    }
  }

  return (project: ProjectId, text: string, cursor: number): Effect.Effect<Suggested> =>
    at(project, cursorPlace(text.slice(0, cursor)), text)
})
