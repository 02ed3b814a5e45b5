/** The CPU of ordinary statements in the memory engine. `node bench/memoryQueries.ts [rounds]` prints the least of each. */
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Duration, Effect } from "effect"
import { memoryEngine, planOf } from "./memoryEngine.ts"

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

const report = Effect.gen(function*() {
  for (const [name, sql] of Object.entries(statements)) {
    process.stdout.write(`${name}\t${(yield* cpuOf(sql)).toFixed(1)}\n`)
  }
})

Effect.runFork(Effect.provide(report, memoryEngine))
