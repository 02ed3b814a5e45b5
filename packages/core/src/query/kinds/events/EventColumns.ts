import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import type { Row } from "@hedgerow/sql/types/Cell"
import { encodedText, wireFields, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { tupleOf, typeName } from "@hedgerow/sql/types/SqlType"
import { joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import { elementsOf } from "../../structured/ElementChain.ts"
import { cellsByColumn, type ListPage, typesByColumn } from "../../structured/ListPage.ts"
import { type Listed, plainly } from "../../structured/SelectList.ts"

/** The columns of `*`, in the order of its type. */
const starNames = [
  "uuid",
  "event",
  "properties",
  "timestamp",
  "distinct_id",
  "elements_chain",
  "created_at",
  "person_mode"
] as const

/** A column that was asked for: an expression, a whole event, or the event's person. */
export interface EventColumn {
  readonly _tag: "Expression" | "Star" | "Person" | "PersonName"
  /** The expressions that the engine selects for the column. */
  readonly cells: ReadonlyArray<Listed>
}

const field = (name: string): Listed => plainly({ _tag: "Field", path: [name], start: 0, end: 0 })

const personColumns: ReadonlyMap<string, EventColumn["_tag"]> = new Map([
  ["person", "Person"],
  ["person_display_name", "PersonName"]
])

/** The event's person, where it is the whole expression. */
const personColumn = (tree: AstExpr): EventColumn["_tag"] | undefined =>
  tree._tag === "Field" && tree.path.length === 1 ? personColumns.get(tree.path[0] ?? "") : undefined

/** The column of an expression that has a meaning of its own; undefined: it has the value of the expression. */
export const specialColumn = (tree: AstExpr): EventColumn | undefined => {
  if (tree._tag === "Star" && tree.path.length === 0) return { _tag: "Star", cells: starNames.map(field) }
  const person = personColumn(tree)
  return person === undefined ? undefined : { _tag: person, cells: [field("distinct_id")] }
}

/** The properties by which people know a person, the best known first. */
export const shownProperties = ["email", "name", "username"] as const

const aliased = (name: string, expr: Sql): Listed => ({
  ...field("distinct_id"),
  named: sql`${expr} AS ${named(name)}`,
  expr
})

/** A property of the person who has the event's distinct id today, as text. */
const known = (name: string): Sql => sql`toString(pdi.person.properties[${name}])`

const personCells: ReadonlyArray<Listed> = [
  aliased("person.distinct_id", sql`distinct_id`),
  aliased("person.uuid", sql`pdi.person.id`),
  aliased("person.created_at", sql`pdi.person.created_at`),
  ...shownProperties.map((name) => aliased(`person.properties.${name}`, known(name)))
]

const filled = (name: string): Sql => sql`nullIf(${known(name)}, '')`

const displayNameCell = aliased(
  "person_display_name",
  sql`coalesce(${joined(shownProperties.map(filled))}, distinct_id)`
)

/** The expressions of a column in a streamed answer, where each cell has one value. */
export const streamedCells = ({ _tag, cells }: EventColumn): ReadonlyArray<Listed> => {
  if (_tag === "Person") return personCells
  return _tag === "PersonName" ? [displayNameCell] : cells
}

/** The persons behind distinct ids. */
export type PersonsById = ReadonlyMap<string, { readonly [field: string]: WireValue }>

/** The settings that decide how rows are shown. */
export interface Showing {
  readonly project: number
  readonly page: ListPage
  readonly persons: PersonsById
}

const propertiesOf = (cell: WireValue | undefined): JsonRecord => {
  const read: unknown = typeof cell === "string" && cell !== "" ? JSON.parse(cell) : {}
  return isJsonRecord(read) ? read : {}
}

/** A whole event. There are no recordings: an event with a session has that in a field, as clients expect. */
const eventObject = (cells: ReadonlyArray<WireValue>, { project }: Showing): WireValue => {
  const named = Object.fromEntries(starNames.map((name, place) => [name, cells[place] ?? null]))
  const sent = propertiesOf(named["properties"]) as { readonly [name: string]: WireValue }
  const chain = named["elements_chain"]
  return {
    ...named,
    properties: "$session_id" in sent ? { ...sent, "$has_recording": false } : sent,
    team_id: project,
    ...(typeof chain === "string" && chain !== "" ? { elements: elementsOf(chain).map(wireFields) } : {})
  }
}

const displayName = (person: { readonly [field: string]: WireValue } | undefined): string | undefined => {
  const properties = person?.["properties"] as { readonly [name: string]: WireValue } | undefined
  const name = shownProperties.map((key) => properties?.[key]).find((one) => one !== undefined)
  return name === undefined || name === null || name === "" ? undefined : encodedText(name)
}

const shown = ({ _tag }: EventColumn, cells: ReadonlyArray<WireValue>, showing: Showing): WireValue => {
  if (_tag === "Star") return eventObject(cells, showing)
  const [cell = null] = cells
  if (_tag === "Expression") return cell
  const distinctId = encodedText(cell)
  const person = showing.persons.get(distinctId)
  if (_tag === "Person") return { ...person, distinct_id: distinctId }
  return {
    display_name: displayName(person) ?? distinctId,
    id: person?.["uuid"] ?? null,
    distinct_id: distinctId
  }
}

/** The row as it is answered. */
export const shownRow = (columns: ReadonlyArray<EventColumn>, row: Row, showing: Showing): ReadonlyArray<WireValue> =>
  cellsByColumn(columns, row, showing.page).map((cells, place) => {
    const column = columns[place]
    return column === undefined ? null : shown(column, cells, showing)
  })

/** The types of the columns, by their names in ClickHouse. */
export const typesOf = (columns: ReadonlyArray<EventColumn>, page: ListPage): ReadonlyArray<string> =>
  typesByColumn(columns, page).map((types, place) => {
    const [first] = types
    return columns[place]?._tag === "Star" || first === undefined ? typeName(tupleOf(types)) : typeName(first)
  })

/** The distinct ids whose persons the page shows. */
export const idsOfPersons = (columns: ReadonlyArray<EventColumn>, page: ListPage): ReadonlyArray<string> => {
  const isPerson = columns.map(({ _tag }) => _tag === "Person" || _tag === "PersonName")
  if (!isPerson.includes(true)) return []
  const ids = page.rows.flatMap((row) =>
    cellsByColumn(columns, row, page).flatMap(([cell], place) => isPerson[place] === true ? [cell] : [])
  )
  return [...new Set(ids.filter((id) => typeof id === "string"))]
}
