import type { GroupTypeIndex } from "../../../persons/Group.ts"
import type { TableName } from "../Tables.ts"
import { type CohortKind, scanCohorts } from "./Cohorts.ts"
import type { Planning } from "./Planning.ts"
import { sessionColumns } from "./SessionColumns.ts"
import { scanSessions } from "./Sessions.ts"
import { scanTable, type TableScan } from "./TableScan.ts"

/** A field users see: a stored column by its name in `Tables.ts`, or another entity reached by a join made on demand. */
export type VirtualField =
  | { readonly _tag: "Stored"; readonly column: string }
  | { readonly _tag: "PersonId" }
  | { readonly _tag: "Entity"; readonly entity: Entity }

export type Entity =
  | { readonly _tag: "Person" }
  | { readonly _tag: "PersonOnEvent" }
  | { readonly _tag: "DistinctId" }
  | { readonly _tag: "Group"; readonly index: GroupTypeIndex }
  | { readonly _tag: "Session" }

/** A table as users see it; `star` is what `*` stands for, in order. */
export interface VirtualTable {
  readonly table: TableName | "sessions"
  readonly fields: ReadonlyMap<string, VirtualField>
  readonly star: ReadonlyArray<string>
  readonly scan: (planning: Planning) => TableScan
}

const stored = (...names: ReadonlyArray<string>): ReadonlyArray<readonly [string, VirtualField]> =>
  names.map((column) => [column, { _tag: "Stored", column }])

const entity = (name: string, entity: Entity): readonly [string, VirtualField] => [name, { _tag: "Entity", entity }]

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
  ...groupIndexes.map((index) => `$group_${index}`),
  "person_mode"
]

const events: VirtualTable = {
  table: "events",
  scan: (planning) => scanTable(planning, "events"),
  star: eventsStar,
  fields: new Map<string, VirtualField>([
    ...stored(...eventsStar.filter((name) => name !== "created_at")),
    ["created_at", { _tag: "Stored", column: "inserted_at" }],
    ["person_id", { _tag: "PersonId" }],
    entity("person", { _tag: "Person" }),
    entity("poe", { _tag: "PersonOnEvent" }),
    entity("pdi", { _tag: "DistinctId" }),
    entity("session", { _tag: "Session" }),
    ...groupIndexes.map((index) => entity(`group_${index}`, { _tag: "Group", index }))
  ])
}

const plain = (
  table: TableName,
  star: ReadonlyArray<string>,
  ...more: ReadonlyArray<readonly [string, VirtualField]>
) => ({
  table,
  scan: (planning: Planning) => scanTable(planning, table),
  star,
  fields: new Map<string, VirtualField>([...stored(...star), ...more])
})

const sessions: VirtualTable = {
  table: "sessions",
  scan: scanSessions,
  star: [...sessionColumns.keys()],
  fields: new Map([...stored(...sessionColumns.keys()), ["id", { _tag: "Stored", column: "session_id" }]])
}

const members = (cohorts: CohortKind): VirtualTable => ({
  ...plain("cohort_members", ["person_id", "cohort_id"], entity("person", { _tag: "Person" })),
  scan: (planning) => scanCohorts(planning, cohorts)
})

/** Every table a query may name. None of them shows the project: a query cannot ask for another one's rows. */
export const virtualTables: ReadonlyMap<string, VirtualTable> = new Map<string, VirtualTable>([
  ["events", events],
  ["persons", plain("persons", ["id", "created_at", "properties", "is_identified"])],
  [
    "person_distinct_ids",
    plain("person_distinct_ids", ["distinct_id", "person_id"], entity("person", { _tag: "Person" }))
  ],
  ["cohort_people", members("dynamic")],
  ["static_cohort_people", members("static")],
  ["sessions", sessions],
  ["groups", plain("groups", ["index", "key", "created_at", "updated_at", "properties"])]
])
