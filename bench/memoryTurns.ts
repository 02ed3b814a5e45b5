/**
 * The longest turn of the event loop while the memory engine runs its worst statements, in CPU time: no other request is
 * answered meanwhile. `node bench/memoryTurns.ts [rounds] [part of a name]` prints the least of the rounds of each.
 */
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Duration, Effect, Exit } from "effect"
import { memoryEngine, planOf } from "./memoryEngine.ts"

/** No turn may take longer. */
const mostMillis = 50

const repeated = (count: number, expr: (at: number) => string) => Array.from({ length: count }, (_, at) => expr(at))

/** Texts of 8,000,000 characters, which are no constants. */
const long = `concat(${repeated(8, () => "repeat(toString(number % 10), 1000000)").join(", ")})`
const words = `concat(${repeated(8, () => "repeat(concat('Wörd ', toString(number % 10), '3, '), 100000)").join(", ")})`
/** A list of a million members, which is none either. */
const list = `arrayConcat(${repeated(100, (at) => `range(${at} + number % 2, ${at} + 9990)`).join(", ")})`
const million = "concat(repeat('x', 1000000), toString(number))"
/** Texts that differ in their last characters only. */
const alike = (rows: number) => `(select concat(repeat('x', 100000), toString(number)) as t from numbers(${rows}))`

const statements: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      "reverse(T)",
      "reverseUTF8(T)",
      "translate(T, '0123456789', 'abcdefghij')",
      "translate(W, '0123456789', 'äöüßéèêñçø')",
      "upperUTF8(T)",
      "lowerUTF8(T)",
      "upperUTF8(W)",
      "reverse(W)",
      "initcap(W)",
      "trim(W)",
      "splitByRegexp('[ ,]+', substring(W, 1, 2000000))",
      "splitByChar(' ', W)",
      "length(splitByString('', W))",
      "extractAll(W, '\\\\d+')",
      "upper(T)",
      "initcap(T)",
      "trim(T)",
      "trimRight(concat('x', repeat(' ', 1000000), repeat(' ', 1000000), 'y'))",
      "length(T)",
      "lengthUTF8(W)",
      "substring(T, 4000000, 3000000)",
      "substringUTF8(W, 4000000, 3000000)",
      "position(T, 'zz')",
      "positionCaseInsensitive(T, 'zz')",
      "countSubstrings(T, '11')",
      "replaceAll(T, '1', 'b')",
      "replaceRegexpAll(T, '[0-9]', 'b')",
      "match(T, '(a|b)+z')",
      "T like '%a%b%'",
      "splitByChar('1', substring(T, 1, 900000))",
      "splitByString('11', T)",
      "extractAll(T, '[0-9]{100}')",
      "ngrams(substring(T, 1, 500000), 3)",
      "hex(substring(T, 1, 4000000))",
      "base64Encode(substring(T, 1, 4000000))",
      "base64Decode(base64Encode(substring(T, 1, 4000000)))",
      "encodeURLComponent(substring(T, 1, 2000000))",
      "toInt(T)",
      "toFloat(T)",
      "JSONExtractString(concat('{\"a\": \"', T, '\"}'), 'a')",
      "JSONExtractArrayRaw(concat('[', repeat('1,', 900000), '1]'))",
      "leftPad(T, 8388608, 'x')",
      "leftPad(toString(number), 8388608, 'xyz')",
      "concat(substring(T, 1, 4000000), substring(T, 1, 4000000))",
      "arraySort(L)",
      "arrayReverseSort(x -> x % 1000, L)",
      "arrayDistinct(L)",
      "arrayReverse(L)",
      "arrayConcat(L, L)",
      "arrayStringConcat(arrayMap(x -> toString(x), L), ',')",
      "has(L, 7.5)",
      "arrayIntersect(L, L)",
      "arrayUniq(L)",
      "arrayZip(L, L)",
      "toString(L)",
      "toJSONString(L)"
    ].map((expr) => [
      expr,
      `select max(length(toString(v))) from (select ${
        expr.replaceAll(/\bT\b/g, long).replaceAll(/\bL\b/g, list).replaceAll(/\bW\b/g, words)
      } as v from numbers(3))`
    ])
  ),
  "a chain of functions over 32 Mi": `select length(concat(${
    repeated(15, (at) => `upper(repeat(toString(number % 10 + ${at}), 500000))`).join(", ")
  })) from numbers(3)`,
  "a chain of upperUTF8": `select length(${
    repeated(6, () => "upperUTF8(lowerUTF8(").join("")
  }repeat('ä', 1000000 - number)${"))".repeat(6)}) from numbers(3)`,
  "long texts beside each other": `select ${
    repeated(20, (at) => `length(reverse(repeat(toString(number % 10), 1000000 - ${at})))`).join(", ")
  } from numbers(20)`,
  "short texts in many rows": "select max(reverse(repeat(toString(number), 100))) from numbers(100000)",
  "texts of 20 KB in many rows": "select max(length(reverse(repeat(toString(number % 10), 20000)))) from numbers(5000)",
  "order by texts of 1 MB": `select length(t) from (select ${million} as t from numbers(100)) order by t desc`,
  "order by texts of 100 KB": `select length(t) from ${alike(1500)} order by t desc`,
  "group by texts of 1 MB": `select count() from (select ${million} as t from numbers(100)) group by t`,
  "group by two texts of 1 MB":
    `select count() from (select ${million} as t, number as n from numbers(100)) group by t, concat(t, 'b')`,
  "countDistinct of texts of 1 MB": `select count(distinct t) from (select ${million} as t from numbers(100))`,
  "distinct texts of 1 MB": `select distinct ${million} as t from numbers(50)`,
  "groupArray of texts of 1 MB": `select length(groupArray(t)) from (select ${million} as t from numbers(7))`,
  "sorted groupArray":
    `select length(arraySort(groupArray(t))) from (select concat(repeat('x', 3000), toString(number)) as t from numbers(2500))`,
  "max of texts of 100 KB": `select length(max(t)), length(argMax(t, t)) from ${alike(1000)}`,
  "lists as keys": `select count() from (select range(10000 + number % 2) as t from numbers(300)) group by t`,
  "join by texts of 100 KB": `select count() from ${alike(200)} as a join ${alike(200)} as b on a.t = b.t`,
  "join by a condition": `select count() from ${alike(100)} as a join ${alike(100)} as b on a.t < b.t`,
  "in a sub-query of texts": `select countIf(t in (select t from ${alike(200)})) from ${alike(200)}`,
  "comparisons of texts": `select countIf(t = concat(repeat('x', 100000), '7')) from ${alike(2000)}`,
  "window: row_number":
    "select max(r) from (select row_number() over (partition by properties.plan order by id) as r from persons)",
  "window: sum":
    "select max(r) from (select sum(number) over (order by number rows between 4000 preceding and current row) as r from numbers(6000))",
  "window: order by texts": `select max(r) from (select row_number() over (order by t) as r from ${alike(1000)})`,
  "window: partition by texts":
    `select max(r) from (select row_number() over (partition by t order by number) as r from (select concat(repeat('x', 100000), toString(number)) as t, number from numbers(1000)))`,
  "window: lists":
    "select max(length(r)) from (select groupArray(number) over (order by number) as r from numbers(1500))",
  "window: max of texts":
    `select max(length(r)) from (select max(t) over (order by t rows between 50 preceding and current row) as r from ${
      alike(300)
    })`,
  "window: all rows equal": "select max(r) from (select rank() over (order by 1) as r from numbers(200000))",
  "limit by": "select number from numbers(300000) order by number limit 1 by number % 100000",
  "order of many rows":
    "select number from (select number * 7919 % 1000003 as number from numbers(300000)) order by number desc limit 10",
  "union of many rows":
    "select count() from (select number from numbers(200000) union distinct select number + 1 as number from numbers(200000))",
  "except":
    "select count() from (select number from numbers(200000) except select number * 2 as number from numbers(200000))",
  "groups of many rows":
    "select count() from (select number, groupArray(number) as g from numbers(200000) group by number)",
  "array join of a long list": `select count() from numbers(3) array join ${list} as m`,
  "many columns": `select ${repeated(900, (at) => `concat(toString(number), '${at}')`).join(", ")} from numbers(500)`
}

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** The longest turn of the loop from now on, until it is asked for. */
const watchTurns = (): () => number => {
  let [last, longest, isWatching] = [cpuMillis(), 0, true]
  const look = (): void => {
    const now = cpuMillis()
    longest = Math.max(longest, now - last)
    last = now
    if (isWatching) setImmediate(look)
  }
  setImmediate(look)
  return () => {
    isWatching = false
    return longest
  }
}

const rounds = Number(process.argv[2] ?? 3)
const part = process.argv[3] ?? ""

const measured = Effect.fnUntraced(function*(sql: string) {
  const engine = yield* QueryEngine
  const plan = planOf(sql)
  let [least, cpu, outcome] = [Infinity, 0, ""]
  for (let round = 0; round < rounds; round++) {
    yield* Effect.sleep("1 millis")
    const before = cpuMillis()
    const longest = watchTurns()
    const exit = yield* Effect.exit(engine.run(plan, { timeout: Duration.seconds(30) }))
    yield* Effect.sleep("1 millis")
    cpu = cpuMillis() - before
    outcome = Exit.isSuccess(exit) ? JSON.stringify(exit.value.rows[0]).slice(0, 20) : String(exit.cause).slice(0, 120)
    least = Math.min(least, longest())
  }
  return { least, cpu, outcome }
})

const report = Effect.gen(function*() {
  for (const [name, sql] of Object.entries(statements)) {
    if (!name.includes(part)) continue
    const exit = yield* Effect.exit(Effect.suspend(() => measured(sql)))
    if (Exit.isFailure(exit)) {
      process.stdout.write(`${name}\t${String(exit.cause).slice(0, 150)}\n`)
      continue
    }
    const { cpu, least, outcome } = exit.value
    process.stdout.write(
      `${least > mostMillis ? "LONG" : "    "} ${least.toFixed(1)}\t${cpu.toFixed(0)}\t${name}\t${outcome}\n`
    )
  }
})

Effect.runFork(Effect.provide(report, memoryEngine))
