import type { TableScan } from "@hedgerow/sql/resolve/TableScan"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import { computedPersonFields, computedSessionFields } from "../../sessions/ComputedFields.ts"
import { sessionColumns } from "../../sessions/SessionColumns.ts"
import { type CohortKind, scanCohorts } from "./Cohorts.ts"
import type { ProjectPlanning } from "./ProjectPlanning.ts"
import { scanTable } from "./ScanTable.ts"
import { scanSessions } from "./Sessions.ts"
import type { TableName } from "./Tables.ts"

/** A field users see: a stored column by its name in `Tables.ts`, or another entity reached by a join made on demand. */
export type VirtualField =
  | { readonly _tag: "Stored"; readonly column: string }
  | { readonly _tag: "PersonId" }
  | { readonly _tag: "Entity"; readonly entity: Entity }
  /** An expression over the other fields of the table. */
  | { readonly _tag: "Computed"; readonly sql: string }

export type Entity =
  | { readonly _tag: "Person" }
  | { readonly _tag: "PersonOnEvent" }
  | { readonly _tag: "DistinctId" }
  | { readonly _tag: "Group"; readonly index: GroupTypeIndex }
  | { readonly _tag: "Override" }
  | { readonly _tag: "Session" }

/** A table as users see it; `star` is what `*` stands for, in order. */
export interface VirtualTable {
  readonly table: TableName | "sessions"
  readonly fields: ReadonlyMap<string, VirtualField>
  readonly star: ReadonlyArray<string>
  readonly scan: (planning: ProjectPlanning) => TableScan
  /** It may be named, and is not shown to those who ask which tables there are. */
  readonly unlisted?: true
}

const stored = (...names: ReadonlyArray<string>): ReadonlyArray<readonly [string, VirtualField]> =>
  names.map((column) => [column, { _tag: "Stored", column }])

const entity = (name: string, entity: Entity): readonly [string, VirtualField] => [name, { _tag: "Entity", entity }]

const computed = (name: string, sql: string): readonly [string, VirtualField] => [name, { _tag: "Computed", sql }]

const groupIndexes = [0, 1, 2, 3, 4] as const

const eventsStar = [
  "uuid",
  "event",
  "properties",
  "timestamp",
  "distinct_id",
  "elements_chain",
  "created_at",
  "$session_id",
  "$window_id",
  ...groupIndexes.map((index) => `$group_${index}`)
]

const attributes = (name: string): string => `arrayDistinct(extractAll(elements_chain, '(?::|")${name}="([^"]*)"'))`

/** The elements that people act on. */
const clickable = "a|button|form|input|select|textarea|label"

/** The parts of the clicked element and of those around it. */
const elementColumns = [
  computed("elements_chain_href", `extract(elements_chain, '(?::|")href="([^"]*)"')`),
  computed("elements_chain_texts", attributes("text")),
  computed("elements_chain_ids", attributes("attr_id")),
  computed("elements_chain_elements", `arrayDistinct(extractAll(elements_chain, '(?:^|;)(${clickable})(?:[.]|:|$)'))`)
]

const events: VirtualTable = {
  table: "events",
  scan: (planning) => scanTable(planning, "events"),
  star: [...eventsStar, ...elementColumns.map(([name]) => name), "person_mode"],
  fields: new Map<string, VirtualField>([
    ...stored(...eventsStar.filter((name) => name !== "created_at")),
    ["created_at", { _tag: "Stored", column: "inserted_at" }],
    ...elementColumns,
    ...stored("person_mode"),
    ["person_id", { _tag: "PersonId" }],
    entity("person", { _tag: "Person" }),
    entity("poe", { _tag: "PersonOnEvent" }),
    entity("pdi", { _tag: "DistinctId" }),
    entity("session", { _tag: "Session" }),
    entity("override", { _tag: "Override" }),
    ...groupIndexes.flatMap((index) => [
      entity(`group_${index}`, { _tag: "Group", index }),
      entity(`goe_${index}`, { _tag: "Group", index })
    ])
  ])
}

const plain = (
  table: TableName,
  star: ReadonlyArray<string>,
  ...more: ReadonlyArray<readonly [string, VirtualField]>
) => ({
  table,
  scan: (planning: ProjectPlanning) => scanTable(planning, table),
  star,
  fields: new Map<string, VirtualField>([...stored(...star), ...more])
})

const sessions: VirtualTable = {
  table: "sessions",
  scan: scanSessions,
  star: [...sessionColumns.keys(), ...computedSessionFields.keys()],
  fields: new Map<string, VirtualField>([
    ...stored(...sessionColumns.keys()),
    ...Array.from(computedSessionFields, ([name, of]) => computed(name, of(""))),
    ["id", { _tag: "Stored", column: "session_id" }]
  ])
}

const members = (cohorts: CohortKind): VirtualTable => ({
  ...plain("cohort_members", ["person_id", "cohort_id"], entity("person", { _tag: "Person" })),
  scan: (planning) => scanCohorts(planning, cohorts)
})

const persons = plain(
  "persons",
  ["id", "created_at", "properties", "is_identified"],
  entity("pdi", { _tag: "DistinctId" }),
  ...Array.from(computedPersonFields, ([name, of]) => computed(name, of("properties")))
)

const distinctIds = plain(
  "person_distinct_ids",
  ["distinct_id", "person_id"],
  entity("person", { _tag: "Person" })
)

const groups = plain("groups", ["index", "key", "created_at", "updated_at", "properties"])

/** The stored rows of a table: one for each entity, none for a deleted one. */
const raw = (table: VirtualTable, ...more: ReadonlyArray<readonly [string, VirtualField]>): VirtualTable => ({
  ...table,
  unlisted: true,
  star: [...table.star, ...more.map(([name]) => name)],
  fields: new Map([...table.fields, ...more])
})

const isDeleted = computed("is_deleted", "0")
const firstVersion = computed("version", "0")

/** Every table a query may name. None of them shows the project: a query cannot ask for another one's rows. */
export const virtualTables: ReadonlyMap<string, VirtualTable> = new Map<string, VirtualTable>([
  ["events", events],
  ["persons", persons],
  ["person_distinct_ids", distinctIds],
  ["cohort_people", members("dynamic")],
  ["static_cohort_people", members("static")],
  ["sessions", sessions],
  ["groups", groups],
  ["raw_persons", raw(persons, isDeleted, ...stored("version"))],
  ["raw_person_distinct_ids", raw(distinctIds, isDeleted, firstVersion)],
  ["person_distinct_id_overrides", raw(distinctIds)],
  ["raw_person_distinct_id_overrides", raw(distinctIds, isDeleted, firstVersion)],
  ["raw_cohort_people", raw(members("dynamic"))],
  ["raw_sessions", raw(sessions)],
  ["raw_groups", raw(groups)]
])

/** The tables that are shown to those who ask which there are. */
export const listedTables: ReadonlyArray<string> = [...virtualTables].flatMap(([name, { unlisted }]) =>
  unlisted === true ? [] : [name]
)
