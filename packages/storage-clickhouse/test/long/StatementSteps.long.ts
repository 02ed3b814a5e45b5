import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveInSteps } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { printStatement } from "@hedgerow/sql/print/Printer"
import type { Steps } from "@hedgerow/sql/types/Steps"
import * as ClickHouse from "@hedgerow/storage-clickhouse/query/RenderPlan"
import * as Postgres from "@hedgerow/storage-pg/query/RenderPlan"
import { fixtures } from "@hedgerow/testing/contracts"
import { Result } from "effect"

const list = (count: number, write: (index: number) => string, separator = ", "): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(separator)

const conditions = (count: number, write: (index: number) => string): string =>
  `select 1 from events where ${list(count, write, " or ")}`

const wide = `with a as (select ${list(900, (i) => `1 c${i}`)})`
const columns = list(900, (i) => `c${i}`)
const deep = "select p from (".repeat(30)

/** Texts near the limits, each of another kind of work. */
const statements: Readonly<Record<string, string>> = {
  "unions of stars": `${wide} ${list(60, () => "select * from a", " union all ")}`,
  "scalar queries of stars": `${wide} select ${list(90, () => "(select count() from (select * from a))")}`,
  "nested stars": `${"select * from (".repeat(45)}select ${list(900, (i) => `1 c${i}`)}${")".repeat(45)}`,
  "a chain of tables": `${wide}, ${
    list(20, (i) => `a${i + 1} as (select * from a${i === 0 ? "" : i})`)
  } select * from a20`,
  "ordered sets": `${wide} select * from a ${list(12, () => "union all (select * from a order by 1)", " ")}`,
  "stars without columns": `${wide} ${list(10, () => `select * except(${columns}) from a`, " union all ")}`,
  "columns by name": `${wide} ${list(20, () => `select ${columns} from a`, " union all ")}`,
  "groups of all": `${wide} ${list(30, () => "select * from a group by all", " union all ")}`,
  "properties of a sub-query": `select 1 from (select properties as p from events) where ${
    list(4_000, (i) => `p.a${i} = 'x'`, " or ")
  }`,
  "properties of many": `select ${list(1_000, (i) => `p.a${i}`)} from (${deep}select properties as p from events${
    ")".repeat(31)
  }`,
  "parts of WITH": `with ${list(400, (i) => `1 as a${i}`)} select ${
    list(40, () => `(with ${list(99, (i) => `1 as b${i}`)} select 1)`)
  }`,
  "orders": `select 1 from events order by ${list(6_000, (i) => `properties.a${i}`)}`,
  "windows": `select ${list(900, () => "sum(1) over w")} from events window w as (order by ${
    list(900, (i) => `properties.p${i}`)
  })`,
  "patterns": conditions(4_000, (i) => `match(event, '(a|b)*${i}.{1,50}')`),
  "times as texts": conditions(2_500, () => "event = formatDateTime(now(), '%Y-%m-%d')"),
  "times": conditions(4_000, () => "timestamp > now() - interval 30 day"),
  "dates": conditions(4_000, () => "toDate('2024-01-01') < timestamp"),
  "a long list": `select 1 in (${list(19_000, () => "1")})`,
  "a case": `select case ${list(3_000, (i) => `when event = '${i}' then ${i}`, " ")} end from events`,
  "lists": `select ${list(900, () => "arrayCompact(arrayReverseSort(splitByChar(',', event)))")} from events`,
  "lambdas": `select ${list(900, (i) => `arrayMap(x -> x + ${i}, [1, 2, 3])`)}`,
  "tuples": `select (1, 2) in (${list(4_000, (i) => `(${i}, 2)`)})`,
  "lists of lists": `select ${list(900, () => "arraySort(arrayDistinct(arrayConcat([1,2], [3])))")}`,
  "columns of sessions": `select ${list(900, () => "session.$channel_type")} from events`,
  "geohashes": `select ${list(300, () => "geohashEncode(1.5, toFloat(properties.b))")} from events`,
  "funnels": `select ${
    list(40, () => `windowFunnel(1000)(timestamp, ${list(30, (i) => `event = '${i}'`)})`)
  } from events`,
  "sequences": `select ${
    list(100, () => "sequenceMatch('(?1).*(?2)')(timestamp, event = 'a', event = 'b')")
  } from events`,
  "chains of comparisons": `select ${list(80, () => list(180, () => "number", " = "))} from numbers(1)`,
  "chains of numbers": `select ${list(16, () => list(1_100, String, " + "))}`,
  "a chain of long names": `select ${list(1_100, (i) => `properties.${"x".repeat(850)}${i}`, " + ")} from events`,
  "groups of many": `select count() from events group by ${list(6_000, (i) => `properties.a${i}`)}`,
  "a lambda of many": `select arrayMap(x -> ${list(6_000, (i) => `x = ${i}`, " or ")}, [1, 2])`,
  "a list of instants": `select timestamp in (${list(9_000, () => "'2024-01-01 00:00:00'")}) from events`,
  "tuples of properties": `select (event, properties.a) in (${list(5_000, (i) => `('${i}', 'b')`)}) from events`,
  "instants in tuples in lists": `select ${"[(1, ".repeat(60)}timestamp${")]".repeat(60)} from events`,
  "sub-queries in conditions": conditions(
    450,
    (i) => `event in (select event from events where properties.a${i} = 'x')`
  ),
  "a number of 1 MB": `select ${"1".repeat(1_000_000)}`,
  "numbers of 10 KB": `select ${list(100, () => "1".repeat(10_000), " + ")}`,
  "300,000 members": `select 1 in (${list(300_000, () => "1", ",")})`,
  "200,000 columns": `select ${list(200_000, () => "1", ",")}`,
  "a text of 1 MB": `select '${"x".repeat(1_000_000)}'`,
  "escapes of 1 MB": `select '${"\\\\".repeat(500_000)}'`,
  "comments of 1 MB": `select ${"--\n".repeat(330_000)} 1`,
  "1 MB of lines before a fault": `select ${"\n".repeat(1_000_000)} )`,
  "1 MB of brackets": `select ${"(".repeat(1_000_000)}`,
  "a name of 1 MB": `select ${"a".repeat(1_000_000)} from events`
}

const project = fixtures.unstoredProject(7)

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** The CPU time of each of the steps between which others run. */
const stepsOf = (sql: string): ReadonlyArray<number> => {
  const times: Array<number> = []
  const step = <A>(work: () => A): A => {
    const before = cpuMillis()
    const made = work()
    times.push(cpuMillis() - before)
    return made
  }
  const each = <A>(steps: Steps<A>): A => {
    let next = step(() => steps.next())
    while (next.done !== true) next = step(() => steps.next())
    return next.value
  }
  const parsed = step(() => parseStatement(sql))
  if (Result.isFailure(parsed)) return times
  const abilities = { ...everything("an engine"), takesLongestMatch: true as const }
  const resolved = each(resolveInSteps(parsed.success, { project, now: 0 as EventTime, abilities }))
  step(() => printStatement(parsed.success))
  if (Result.isFailure(resolved)) return times
  each(ClickHouse.renderInSteps(resolved.success.plan, new Map()))
  each(Postgres.renderInSteps(resolved.success.plan))
  return times
}

const document = JSON.stringify(
  Array.from({ length: 20_000 }, (_, id) => ({ id, name: `event ${id}`, of: [id, null] }))
)

/** The CPU time of work that is the same everywhere: reading and writing a document of 1 MB. */
const reference = (): number => {
  const before = cpuMillis()
  JSON.stringify(JSON.parse(document))
  return cpuMillis() - before
}

/** Times the reference that a step takes at most. A run that other work disturbed is followed by another one. */
const most = 6
const runs = 20

/** The longest step of a text in times the reference: that of the first run below the limit, or else the least of all. */
const longestStep = (sql: string): number => {
  let least = Infinity
  for (let run = 0; run < runs && least >= most; run++) {
    least = Math.min(least, Math.max(...stepsOf(sql)) / reference())
  }
  return least
}

describe("the longest step of a statement near the limits", () => {
  for (const [name, sql] of Object.entries(statements)) {
    it(name, () => {
      assert.isBelow(longestStep(sql), most)
    })
  }
})
