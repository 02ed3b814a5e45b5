/**
 * Calls of own functions that a repeated request makes, by V8's precise coverage: the same question with other values,
 * on storage in memory, over the web handler. `node bench/run.ts calls` publishes them.
 */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { Session } from "node:inspector"
import type { TestEvent } from "../packages/testing/src/TestApi.ts"
import type { Measured } from "./Comparison.ts"

/** The calls of each file of ours. */
type Calls = ReadonlyMap<string, number>

interface Request {
  readonly path: string
  readonly body?: unknown
}

/** A question and its form with the values of one round. */
interface OwnQuestion {
  readonly name: string
  /** The most calls of a repeated request. */
  readonly goal: number
  readonly of: (round: number) => Request
}

const rounds = 200

const day = (days: number): string => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)

/** A week of which the first day is that of the round. */
const week = (round: number) => ({ date_from: day(round % 28), date_to: day(round % 28 + 7) })

const insight = (round: number, source: object): Request => ({
  path: "/api/projects/1/query/",
  body: {
    refresh: "force_blocking",
    query: { ...source, dateRange: week(round) }
  }
})

const insights: ReadonlyArray<OwnQuestion> = [
  {
    name: "trends",
    goal: 3_000,
    of: (round) => insight(round, { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: "visit" }] })
  },
  {
    name: "funnel",
    goal: 6_000,
    of: (round) =>
      insight(round, {
        kind: "FunnelsQuery",
        series: ["visit", "order"].map((event) => ({ kind: "EventsNode", event }))
      })
  }
]

const asked = {
  type: "popover",
  questions: [
    { type: "rating", question: "Would you recommend us?", scale: 10, display: "number" },
    { type: "single_choice", question: "Which plan?", choices: ["Free", "Team", "Large"] },
    { type: "open", question: "What else?" }
  ]
}

const events = (survey: string): ReadonlyArray<TestEvent> =>
  Array.from({ length: 10 }, (_, index) => ({
    event: ["visit", "order", "survey sent"][index % 3] ?? "visit",
    distinct_id: `person-${index % 4}`,
    timestamp: `2026-01-1${index}T10:00:00Z`,
    properties: { $survey_id: survey, $survey_submission_id: `s${index}`, $survey_response: `${index}` }
  }))

const isOurs = (url: string): boolean => /\/packages\/[^/]+\/(src|dist)\//.test(url)

/** The inspector of this process, whose calls answer at once. */
const inspector = () => {
  const session = new Session()
  session.connect()
  return (method: string, parameters: object = {}): unknown => {
    let result: unknown
    let failure: Error | null = null
    session.post(method, parameters, (error, answer) => {
      failure = error
      result = answer
    })
    if (failure !== null) throw failure as Error
    return result
  }
}

interface Coverage {
  readonly result: ReadonlyArray<{
    readonly url: string
    readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
  }>
}

const countedBy = (post: ReturnType<typeof inspector>) => {
  const take = () => post("Profiler.takePreciseCoverage") as Coverage
  return {
    start: () => {
      post("Profiler.enable")
      post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
    },
    reset: () => void take(),
    calls: (): Calls =>
      new Map(
        take().result.filter(({ url }) => isOurs(url)).map(({ functions, url }) => [
          url.replace(/.*\/packages\//, ""),
          functions.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0)
        ])
      )
  }
}

/** Functions are counted in full that are compiled after the counter has begun. */
const counter = process.argv[2] === "calls" ? countedBy(inspector()) : undefined
counter?.start()
const { TestApi } = await import("../packages/testing/src/TestApi.ts")

const send = Effect.fnUntraced(function*({ body, path }: Request) {
  const { request } = yield* TestApi
  const response = yield* request(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  const text = yield* Effect.promise(() => response.text())
  if (response.status >= 300) return yield* Effect.die(new Error(`${path} answered ${response.status}: ${text}`))
  return JSON.parse(text) as { readonly id: string }
})

/** What one question costs: its calls where they are counted, else the CPU of a request. */
interface Cost {
  readonly name: string
  readonly goal: number
  readonly micros: number
  readonly calls: ReadonlyArray<readonly [file: string, calls: number]>
}

const measure = Effect.fnUntraced(function*({ goal, name, of }: OwnQuestion) {
  for (let round = 0; round < (counter === undefined ? rounds : 3); round++) yield* send(of(round))
  counter?.reset()
  const before = process.cpuUsage()
  const counted = counter === undefined ? rounds : 1
  for (let round = 3; round < 3 + counted; round++) yield* send(of(round))
  const calls = [...counter?.calls() ?? []].filter(([, count]) => count > 0)
  const { system, user } = process.cpuUsage(before)
  const cost: Cost = { name, goal, micros: (system + user) / counted, calls }
  return cost
})

/** What each question costs. */
const measureOwnCalls = Effect.gen(function*() {
  const { capture } = yield* TestApi
  const survey = (name: string) => send({ path: "/api/projects/1/surveys/", body: { ...asked, name } })
  const created: ReadonlyArray<{ readonly id: string }> = [yield* survey("One"), yield* survey("Other")]
  for (const { id } of created) yield* capture(...events(id))
  const statistics: OwnQuestion = {
    name: "survey statistics",
    goal: 6_000,
    of: (round) => ({
      path: `/api/projects/1/surveys/${created[round % 2]?.id ?? ""}/stats/?date_from=${day(round % 28)}T00:00:00Z`
    })
  }
  return yield* Effect.forEach([statistics, ...insights], measure)
})

const costsOf = (what: "calls" | "cpu"): ReadonlyArray<Cost> =>
  JSON.parse(execFileSync(process.execPath, [import.meta.filename, what], { encoding: "utf8", maxBuffer: 2 ** 24 }))

const total = ({ calls }: Cost): number => calls.reduce((sum, [, count]) => sum + count, 0)

/** Calls against the goal, and the CPU of a request: no time, so notes. */
export const benchOwnCalls = (): Measured => {
  const micros = new Map(costsOf("cpu").map((cost) => [cost.name, Math.round(cost.micros)]))
  return {
    rows: [],
    notes: costsOf("calls").map((cost) =>
      `own calls: ${cost.name}: ${total(cost)} calls of a repeated request (the goal is ${cost.goal}), ${
        micros.get(cost.name) ?? 0
      } µs of CPU`
    )
  }
}

if (process.argv[1] === import.meta.filename) {
  const costs = await Effect.runPromise(Effect.provide(measureOwnCalls, TestApi.layer))
  const isShown = process.argv[3] === "files"
  if (!isShown) console.log(JSON.stringify(costs))
  for (const cost of isShown ? costs : []) {
    console.log(cost.name, total(cost), `${Math.round(cost.micros)} µs`)
    for (const [file, count] of cost.calls.toSorted(([, a], [, b]) => b - a).slice(0, 40)) {
      console.log(`  ${count}\t${file}`)
    }
  }
}
