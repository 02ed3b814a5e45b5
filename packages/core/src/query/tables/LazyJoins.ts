import type { Span } from "@hedgerow/sql/ast/Ast"
import type { Expr, Source } from "@hedgerow/sql/plan/Plan"
import { propertyOf } from "@hedgerow/sql/resolve/PropertyOf"
import type { TableScan } from "@hedgerow/sql/resolve/TableScan"
import { unknownField } from "@hedgerow/sql/resolve/UnknownNames"
import { isComposite, scalar } from "@hedgerow/sql/types/SqlType"
import { call, literal, logical, predicate } from "@hedgerow/sql/typing/PlanExpr"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import { computedPersonFields, computedSessionFields } from "../../sessions/ComputedFields.ts"
import { sessionColumns } from "../../sessions/SessionColumns.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"
import { scanTable } from "./ScanTable.ts"
import { scanSessions } from "./Sessions.ts"
import type { Entity, VirtualTable } from "./VirtualTables.ts"

/** The scan of a table and the left joins that its fields have asked for so far, each added once. */
export interface LazyJoins {
  readonly planning: ProjectPlanning
  readonly table: VirtualTable["table"]
  readonly base: TableScan
  /** A join around this table can leave all of it NULL. */
  nullable: boolean
  readonly join: (key: string, right: () => TableScan, on: (right: TableScan) => Expr) => TableScan
  readonly source: () => Source
  /** Stored columns that properties were read from, by name and whether they may be NULL. */
  readonly documents: Map<string, Expr>
}

export const makeLazyJoins = (planning: ProjectPlanning, { scan, table }: VirtualTable): LazyJoins => {
  const joined = new Map<string, { readonly right: TableScan; readonly on: Expr }>()
  const base = scan(planning)
  return {
    planning,
    table,
    base,
    nullable: false,
    documents: new Map(),
    join: (key, scanRight, on) => {
      const known = joined.get(key)
      if (known !== undefined) return known.right
      const right = scanRight()
      joined.set(key, { right, on: on(right) })
      return right
    },
    source: () => {
      let source = base.source
      for (const { on, right } of joined.values()) {
        source = { _tag: "Join", kind: "left", left: source, right: right.source, on }
      }
      return source
    }
  }
}

/** A column that the table is known to have. */
const must = (scan: TableScan, name: string, nullable: boolean): Expr => {
  const column = scan.column(name, nullable)
  if (column === undefined) throw new Error(`no column ${name}`)
  return column
}

const own = (joins: LazyJoins, name: string): Expr => must(joins.base, name, joins.nullable)

const distinctId = (joins: LazyJoins): TableScan =>
  joins.join(
    "pdi",
    () => scanTable(joins.planning, "person_distinct_ids"),
    (right) =>
      joins.table === "persons"
        ? predicate("equals", must(right, "person_id", false), must(joins.base, "id", false))
        : predicate("equals", must(right, "distinct_id", false), must(joins.base, "distinct_id", false))
  )

/** The persons that the recorded ones are now part of. */
const overrides = (joins: LazyJoins): TableScan =>
  joins.join(
    "override",
    () => scanTable(joins.planning, "person_overrides"),
    (right) => predicate("equals", must(right, "old_person_id", false), must(joins.base, "person_id", false))
  )

/** The person an event belongs to; merges count, unless the mode excludes them. */
export const personId = (joins: LazyJoins): Expr => {
  switch (joins.planning.modifiers.personsOnEventsMode) {
    case "disabled":
      return must(distinctId(joins), "person_id", true)
    case "person_id_no_override_properties_on_events":
      return own(joins, "person_id")
    default: {
      const recorded = own(joins, "person_id")
      return call("coalesce", [must(overrides(joins), "person_id", true), recorded], recorded.type)
    }
  }
}

const joinPersons = (joins: LazyJoins, key: string, id: Expr): TableScan =>
  joins.join(
    key,
    () => scanTable(joins.planning, "persons"),
    (right) => predicate("equals", must(right, "id", false), id)
  )

const isOnEvents = ({ planning, table }: LazyJoins): boolean =>
  table === "events" && planning.modifiers.personsOnEventsMode.endsWith("properties_on_events")

const onEventColumns: ReadonlyMap<string, string> = new Map([
  ["properties", "person_properties"],
  ["created_at", "person_created_at"]
])

const readable: ReadonlySet<string> = new Set(["id", "created_at", "properties", "is_identified"])

const personField = (joins: LazyJoins, field: string): Expr | undefined => {
  const id = joins.table === "events" ? () => personId(joins) : () => own(joins, "person_id")
  if (field === "id" && (joins.table !== "events" || isOnEvents(joins))) return id()
  const onEvent = isOnEvents(joins) ? onEventColumns.get(field) : undefined
  if (onEvent !== undefined) return own(joins, onEvent)
  return readable.has(field) ? must(joinPersons(joins, "person", id()), field, true) : undefined
}

const personOnEventField = (joins: LazyJoins, field: string): Expr | undefined => {
  if (field === "id") return own(joins, "person_id")
  const column = onEventColumns.get(field)
  return column === undefined ? undefined : own(joins, column)
}

const distinctIdField = (
  joins: LazyJoins,
  field: string,
  path: ReadonlyArray<string>,
  span: Span
): Expr | undefined => {
  if (field === "distinct_id" || field === "person_id") return must(distinctId(joins), field, true)
  if (field !== "person") return undefined
  const [first, ...rest] = path
  if (first === undefined) return refuse("Can't select a table when a column is expected: pdi.person", span)
  if (!readable.has(first)) return undefined
  const persons = joinPersons(joins, "pdi.person", must(distinctId(joins), "person_id", true))
  return propertyOf(joins.planning, must(persons, first, true), rest, first, span)
}

const groupFields: ReadonlySet<string> = new Set(["index", "key", "created_at", "updated_at", "properties"])

const groupField = (joins: LazyJoins, index: GroupTypeIndex, field: string): Expr | undefined => {
  if (!groupFields.has(field)) return undefined
  const groups = joins.join(
    `group_${index}`,
    () => scanTable(joins.planning, "groups", index),
    (right) =>
      logical("and", [
        predicate("equals", must(right, "index", false), literal(index, scalar("UInt8"))),
        predicate("equals", must(right, "key", false), must(joins.base, `$group_${index}`, false))
      ])
  )
  return must(groups, field, true)
}

const sessionField = (joins: LazyJoins, field: string): Expr | undefined => {
  const column = joins.join(
    "session",
    () => scanSessions(joins.planning),
    (right) => predicate("equals", must(right, "session_id", false), must(joins.base, "$session_id", false))
  ).column(field === "id" ? "session_id" : field, true)
  return column !== undefined && isComposite(column.type) ? call("orEmpty", [column], column.type) : column
}

const overrideField = (joins: LazyJoins, field: string): Expr | undefined => {
  if (field === "distinct_id") return own(joins, "distinct_id")
  return field === "person_id" ? must(overrides(joins), "person_id", true) : undefined
}

/** The fields of an entity. */
export const entityFields = (entity: Entity): ReadonlyArray<string> => {
  switch (entity._tag) {
    case "Person":
      return [...readable, ...computedPersonFields.keys()]
    case "PersonOnEvent":
      return ["id", ...onEventColumns.keys()]
    case "DistinctId":
      return ["distinct_id", "person_id", "person"]
    case "Group":
      return [...groupFields]
    case "Override":
      return ["distinct_id", "person_id"]
    case "Session":
      return ["id", ...sessionColumns.keys(), ...computedSessionFields.keys()]
  }
}

/** The value at `field` and `path` of an entity reached from this table. */
export const entityField = (
  joins: LazyJoins,
  entity: Entity,
  field: string,
  path: ReadonlyArray<string>,
  span: Span
): Expr => {
  const name = field === "person" ? path[0] ?? "" : field
  const before = entity._tag === "Person" ? "person." : ""
  const missing = (): never => unknownField(name, entityFields(entity), span, before)
  const read = (expr: Expr | undefined): Expr => propertyOf(joins.planning, expr ?? missing(), path, field, span)
  switch (entity._tag) {
    case "Person":
      return read(personField(joins, field))
    case "PersonOnEvent":
      return read(personOnEventField(joins, field))
    case "DistinctId":
      return field === "person"
        ? distinctIdField(joins, field, path, span) ?? missing()
        : read(distinctIdField(joins, field, path, span))
    case "Group":
      return read(groupField(joins, entity.index, field))
    case "Override":
      return read(overrideField(joins, field))
    case "Session":
      return read(sessionField(joins, field))
  }
}
