import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { aggregate, call, column, inSubquery, join, property, scan, select, text } from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { bare, meadow, neighbour, personId } from "./Meadow.ts"

const columns = {
  events: "distinct_id",
  persons: "id",
  person_distinct_ids: "distinct_id",
  person_overrides: "old_person_id",
  cohort_members: "person_id",
  groups: "key"
} as const satisfies Record<TableName, string>

type Counts = Readonly<Record<TableName, readonly [rows: number, distinct: number]>>

const tablesOf = (name: string, project: ProjectId, counts: Counts): ReadonlyArray<PlanCase> =>
  (["events", "persons", "person_distinct_ids", "person_overrides", "cohort_members", "groups"] as const).map((table) =>
    plan(
      `${table} of ${name}`,
      select([aggregate("count"), aggregate("countDistinct", [column("t", table, columns[table])])], {
        from: scan(table, project, "t")
      }),
      counts[table]
    )
  )

/** Columns of the other project that a join or subquery of this one must not find. */
const alone = (name: string, cells: ReadonlyArray<Cell>, selected: PlanCase["plan"]): PlanCase =>
  plan(name, selected, cells)

export const isolationPlans: ReadonlyArray<PlanCase> = [
  ...tablesOf("the meadow", meadow, {
    events: [6, 4],
    persons: [3, 3],
    person_distinct_ids: [3, 3],
    person_overrides: [1, 1],
    cohort_members: [3, 2],
    groups: [3, 2]
  }),
  ...tablesOf("its neighbour", neighbour, {
    events: [2, 2],
    persons: [2, 2],
    person_distinct_ids: [3, 3],
    person_overrides: [1, 1],
    cohort_members: [1, 1],
    groups: [2, 2]
  }),
  ...tablesOf("a project without rows", bare, {
    events: [0, 0],
    persons: [0, 0],
    person_distinct_ids: [0, 0],
    person_overrides: [0, 0],
    cohort_members: [0, 0],
    groups: [0, 0]
  }),
  alone(
    "a join by distinct id stays in the project",
    [6],
    select([aggregate("count")], {
      from: join(
        "inner",
        scan("events", meadow, "e"),
        scan("person_distinct_ids", meadow, "d"),
        call("startsWith", column("d", "person_distinct_ids", "distinct_id"), column("e", "events", "distinct_id"))
      )
    })
  ),
  alone(
    "a group of the same key belongs to its project",
    ["10"],
    select([property("g", "groups", "properties", "size")], {
      from: scan("groups", meadow, "g"),
      where: call("equals", property("g", "groups", "properties", "kind"), text("tree"))
    })
  ),
  alone(
    "a subquery of another project is that project's",
    [2],
    select([aggregate("count")], {
      from: scan("events", neighbour, "e"),
      where: inSubquery(
        column("e", "events", "distinct_id"),
        select([column("d", "person_distinct_ids", "distinct_id")], { from: scan("person_distinct_ids", meadow, "d") })
      )
    })
  ),
  alone(
    "persons of two projects do not meet",
    [0],
    select([aggregate("count")], {
      from: join(
        "inner",
        scan("persons", meadow, "p"),
        scan("persons", neighbour, "q"),
        call("equals", column("p", "persons", "id"), column("q", "persons", "id"))
      )
    })
  ),
  alone(
    "an override of the same name leads to the project's own person",
    [personId("ben", neighbour)],
    select([column("o", "person_overrides", "person_id")], { from: scan("person_overrides", neighbour, "o") })
  )
]
