/** The CPU of ordinary statements in the memory engine. `node bench/memoryQueries.ts [rounds]` prints the least of each. */
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, ProjectToken } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import * as MemoryQueryEngine from "@hedgerow/storage-memory/query/MemoryQueryEngine"
import { type TableRows, TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { DateTime, Duration, Effect, Layer, Result, Schema } from "effect"

const project = new Project({
  id: ProjectId.make(7),
  uuid: deriveUuid("project", 7),
  organization_id: Schema.decodeUnknownSync(OrganizationId)(deriveUuid("organization")),
  name: "Bench",
  api_token: ProjectToken.make("phc_bench"),
  timezone: "UTC",
  week_start_day: 0,
  created_at: DateTime.makeUnsafe(0),
  updated_at: DateTime.makeUnsafe(0)
})

const persons = Array.from({ length: 50_000 }, (_, index) =>
  new Person({
    project_id: project.id,
    id: deriveUuid(project.id, index),
    created_at: (index * 1_000_000) as EventTime,
    properties: { plan: `plan-${index % 7}`, mail: `Person.${index}@example.org`, visits: index % 100 },
    is_identified: false,
    version: index
  }))

const tables: { readonly [T in TableName]: ReadonlyArray<TableRows[T]> } = {
  events: [],
  persons,
  person_distinct_ids: [],
  person_overrides: [],
  cohort_members: [],
  groups: []
}

const statements: Readonly<Record<string, string>> = {
  "filter and count": "select count() from persons where properties.plan = 'plan-3' and toInt(properties.visits) > 20",
  "group by text":
    "select lower(properties.plan) as p, count(), avg(toFloat(properties.visits)) from persons group by p",
  "texts of rows": "select upper(concat(properties.plan, '-', properties.mail)) as t from persons order by t limit 10",
  "patterns": "select countIf(properties.mail like '%9@%'), countIf(match(properties.mail, '[0-9]5@')) from persons",
  "arithmetic": "select sum(number * 2 + 1), max(intDiv(number, 7)), countIf(number % 3 = 1) from numbers(200000)",
  "small lists": "select sum(length(splitByChar('.', properties.mail))) from persons",
  "lambdas": "select sum(arraySum(arrayMap(x -> x * 2 + number, [1, 2, 3, 4, 5]))) from numbers(50000)",
  "windows":
    "select sum(r) from (select row_number() over (partition by properties.plan order by id) as r from persons)"
}

const planOf = (sql: string) =>
  Result.getOrThrow(
    Result.flatMap(parseStatement(sql), (statement) =>
      resolveStatement(statement, { project, now: 0 as EventTime, modifiers: {} }))
  ).plan

const rounds = Number(process.argv[2] ?? 7)

const cpuOf = Effect.fnUntraced(function*(sql: string) {
  const engine = yield* QueryEngine
  const plan = planOf(sql)
  let least = Infinity
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    yield* engine.run(plan, { timeout: Duration.minutes(5) })
    const { system, user } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least / 1000
})

const source = Layer.succeed(TableSource, TableSource.of({ scan: (table) => Effect.succeed(tables[table]) }))

const report = Effect.gen(function*() {
  for (const [name, sql] of Object.entries(statements)) {
    process.stdout.write(`${name}\t${(yield* cpuOf(sql)).toFixed(1)}\n`)
  }
})

Effect.runFork(Effect.provide(report, MemoryQueryEngine.layer.pipe(Layer.provide(source))))
