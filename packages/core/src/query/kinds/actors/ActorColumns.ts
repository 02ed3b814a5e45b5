import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import type { Row } from "@hedgerow/sql/types/Cell"
import { encodedText, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { typeName } from "@hedgerow/sql/types/SqlType"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { isJsonRecord } from "../../../shared/JsonRecord.ts"
import { cellsByColumn, type ListPage, typesByColumn } from "../../structured/ListPage.ts"
import { type Listed, plainly } from "../../structured/SelectList.ts"

/** A column that was asked for: an expression, or the actor as an object. */
export interface ActorColumn {
  readonly _tag: "Expression" | "Actor" | "Name" | "Constant"
  /** The expressions that the engine selects for the column. */
  readonly cells: ReadonlyArray<Listed>
  readonly value?: WireValue
  /** The sort key of the column; without it its first cell. */
  readonly order?: Sql
}

const field = (...path: ReadonlyArray<string>): Listed => plainly({ _tag: "Field", path, start: 0, end: 0 })

const actorNames: ReadonlySet<string> = new Set(["actor", "group", "person"])

/** The properties by which people know a person; the first that is not missing counts. */
const knownBy = ["email", "name", "username"] as const

/** The actor's name: of persons the first of those properties, or else a distinct id; of groups the name or the key. */
const displayName = "person_display_name"

/** Persons without one of the properties are last: distinct ids have no order here. */
const nameOrder = (group: GroupTypeIndex | undefined, id: Sql): Sql => {
  const property = (table: Sql, name: string) => sql`nullIf(toString(${table}.properties[${name}]), '')`
  return group === undefined
    ? sql`coalesce(${joined(knownBy.map((name) => property(named("persons"), name)))})`
    : sql`coalesce(${property(named("groups"), "name")}, toString(${id}))`
}

/** Columns of the reference service that nothing here stands behind. */
const constants: ReadonlyMap<string, WireValue> = new Map<string, WireValue>([
  ["person.$delete", 1],
  ["matched_recordings", []]
])

const dotted = (tree: AstExpr): string | undefined => tree._tag === "Field" ? tree.path.join(".") : undefined

/** The selected expressions, the actor's id first. */
const actorCells = (group: GroupTypeIndex | undefined, hasSource: boolean): ReadonlyArray<Listed> => {
  const id = hasSource
    ? field("source", "actor_id")
    : group === undefined
    ? field("persons", "id")
    : field("groups", "key")
  return group === undefined
    ? [id, field("persons", "created_at"), field("persons", "properties"), field("persons", "is_identified")]
    : [id, field("groups", "created_at"), field("groups", "properties")]
}

/** The column of an expression that has a meaning of its own; undefined: it has the value of the expression. */
export const specialColumn = (
  tree: AstExpr,
  group: GroupTypeIndex | undefined,
  hasSource: boolean
): ActorColumn | undefined => {
  const name = dotted(tree)
  if (name === undefined) return undefined
  const cells = actorCells(group, hasSource)
  if (actorNames.has(name)) return { _tag: "Actor", cells }
  if (name === displayName) {
    const [id] = cells
    return { _tag: "Name", cells, ...id === undefined ? {} : { order: nameOrder(group, id.expr) } }
  }
  const value = constants.get(name)
  return value === undefined ? undefined : { _tag: "Constant", cells: [], value }
}

/** The settings that decide how rows are shown. */
export interface Showing {
  readonly group: GroupTypeIndex | undefined
  readonly page: ListPage
  readonly distinctIds: ReadonlyMap<string, ReadonlyArray<string>>
}

type WireObject = { readonly [name: string]: WireValue }

const propertiesOf = (cell: WireValue): WireObject => {
  const read: unknown = typeof cell === "string" && cell !== "" ? JSON.parse(cell) : {}
  return isJsonRecord(read) ? read as WireObject : {}
}

/** An actor whose record is gone has its id alone. */
const actorObject = (cells: ReadonlyArray<WireValue>, { distinctIds, group }: Showing): WireValue => {
  const [id = null, created_at = null, properties = null, is_identified = null] = cells
  if (created_at === null) return { id }
  if (group !== undefined) {
    return {
      id,
      type: "group",
      group_type_index: group,
      group_key: id,
      created_at,
      properties: propertiesOf(properties)
    }
  }
  return {
    id,
    uuid: id,
    type: "person",
    created_at,
    properties: propertiesOf(properties),
    is_identified,
    distinct_ids: typeof id === "string" ? distinctIds.get(id) ?? [] : []
  }
}

const nameOf = (cells: ReadonlyArray<WireValue>, { distinctIds, group }: Showing): WireValue => {
  const [id = null, , properties = null] = cells
  const known = propertiesOf(properties)
  const names = group === undefined ? knownBy : ["name"]
  const name = names.map((key) => known[key]).find((one) => one !== undefined && one !== null && one !== "")
  const [distinctId] = typeof id === "string" ? distinctIds.get(id) ?? [] : []
  return { display_name: name === undefined ? distinctId ?? id : encodedText(name), id }
}

/** The row as it is answered. */
export const shownRow = (columns: ReadonlyArray<ActorColumn>, row: Row, showing: Showing): ReadonlyArray<WireValue> =>
  cellsByColumn(columns, row, showing.page).map((cells, place) => {
    const column = columns[place]
    if (column?._tag === "Constant") return column.value ?? null
    if (column?._tag === "Name") return nameOf(cells, showing)
    return column?._tag === "Actor" ? actorObject(cells, showing) : cells[0] ?? null
  })

/** The ids of the actors that a page shows, and how many of them have no record. */
export const actorsIn = (columns: ReadonlyArray<ActorColumn>, page: ListPage) => {
  const place = columns.findIndex(({ _tag }) => _tag === "Actor" || _tag === "Name")
  const shown = place === -1 ? [] : page.rows.map((row) => cellsByColumn(columns, row, page)[place] ?? [])
  const ids = shown.filter(([, createdAt]) => createdAt !== null).map(([id]) => id)
  return {
    ids: [...new Set(ids.filter((id) => typeof id === "string"))],
    missing: new Set(shown.filter(([, createdAt]) => createdAt === null).map(([id]) => id)).size
  }
}

/** The types of the columns, by their names in ClickHouse: an actor has that of its id. */
export const typesOf = (columns: ReadonlyArray<ActorColumn>, page: ListPage): ReadonlyArray<string> =>
  typesByColumn(columns, page).map(([first]) => first === undefined ? "Nothing" : typeName(first))
