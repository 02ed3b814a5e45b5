import { assert, it } from "@effect/vitest"
import { projectFunctions } from "@hedgerow/core/query/functions/ProjectFunctions"
import { Result, Schema } from "effect"
import { faultsOf } from "./PlanCheck.ts"
import { resolve } from "./PlanText.ts"

const atoms = [
  "event",
  "uuid",
  "timestamp",
  "person_id",
  "person.properties.a",
  "person.created_at",
  "properties",
  "properties.b",
  "properties['c d']",
  "pdi.person.is_identified",
  "group_0.properties.name",
  "$session_id",
  "1",
  "-1",
  "300",
  "9223372036854775807",
  "1.5",
  "inf",
  "''",
  "'day'",
  "'2020-01-01'",
  "'018f0000-0000-7000-8000-000000000001'",
  "'UTC'",
  "null",
  "true",
  "now()",
  "today()",
  "interval 2 day",
  "interval properties.b week",
  "(1, 2, null)",
  "('a', 'b')",
  "(select person_id from events)",
  "(select count() from events)"
]

const binary = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "||",
  "??",
  "=",
  "!=",
  "<",
  ">=",
  "like",
  "not ilike",
  "and",
  "or",
  "in",
  "not in"
]

/** A small generator of numbers, so that a seed determines a query. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { next, pick: <A>(items: ReadonlyArray<A>): A | undefined => items[next(items.length)] }
}

const writeExpression = (random: ReturnType<typeof randomFrom>, depth: number): string => {
  const inner = () => writeExpression(random, depth - 1)
  if (depth === 0) return random.pick(atoms) ?? "1"
  switch (random.next(7)) {
    case 0:
      return random.pick(atoms) ?? "1"
    case 1:
    case 2:
      return `(${inner()} ${random.pick(binary) ?? "="} ${inner()})`
    case 3:
      return `(${inner()} ${random.next(2) === 0 ? "not " : ""}between ${inner()} and ${inner()})`
    case 4:
      return `case when ${inner()} then ${inner()} when ${inner()} then ${inner()} else ${inner()} end`
    default: {
      const args = Array.from({ length: random.next(4) }, inner)
      return `${random.pick(projectFunctions.names) ?? "lower"}(${args.join(", ")})`
    }
  }
}

const writeQuery = (random: ReturnType<typeof randomFrom>): string => {
  const expression = () => writeExpression(random, 1 + random.next(3))
  const clauses = [
    `select ${expression()} as a, ${expression()}`,
    "from events",
    random.next(2) === 0 ? `where ${expression()}` : "",
    random.next(3) === 0 ? `group by ${expression()}, a` : "",
    random.next(4) === 0 ? `having ${expression()}` : "",
    random.next(2) === 0 ? `order by ${expression()} desc, a` : ""
  ]
  return clauses.join(" ")
}

const Seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 31 }))

/** One seed, as a failure by chance would hold up a change that did not cause it; another one has other queries. */
const options = (runs: number) => ({ arbitrary: { runs, seed: process.env["ROBUSTNESS_SEED"] ?? 1 } })

/** Tests that so many random queries, and twice as many random expressions, have a sound plan or are refused. */
export const plansAreSound = (queries: number) => {
  it.prop("a query is resolved to a plan that keeps the rules, or refused at a place in its text", [Seed], ([seed]) => {
    const sql = writeQuery(randomFrom(seed))
    const result = resolve(sql)
    if (Result.isSuccess(result)) return assert.deepStrictEqual(faultsOf(result.success.plan), [], sql)
    const { _tag, end, start } = result.failure
    assert.strictEqual(_tag, "SqlSemanticError", sql)
    assert.isTrue(start >= 0 && start < end && end <= sql.length, sql)
  }, options(queries))

  it.prop("one expression alone, so that most have a plan", [Seed], ([seed]) => {
    const sql = `select ${writeExpression(randomFrom(seed), 1)} as a from events`
    const result = resolve(sql)
    if (Result.isSuccess(result)) assert.deepStrictEqual(faultsOf(result.success.plan), [], sql)
  }, options(2 * queries))
}
