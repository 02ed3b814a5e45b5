/**
 * Calls of own functions that a repeated request makes, by V8's precise coverage: the same question with other values,
 * on storage in memory, over the web handler. `node bench/run.ts calls` publishes them.
 */
import { TestApi, type TestEvent } from "../packages/testing/src/TestApi.ts"
import { Effect } from "effect"
import { Session } from "node:inspector"
import type { Measured } from "./Comparison.ts"

/** The calls of each file of ours. */
export type Calls = ReadonlyMap<string, number>

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
    { type: "multiple_choice", question: "What for?", choices: ["Reports", "Debugging", "Other"], hasOpenChoice: true },
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
  return <A>(method: string, parameters: object = {}): A => {
    let result: unknown
    let failure: Error | null = null
    session.post(method, parameters, (error, answer) => {
      failure = error
      result = answer
    })
    if (failure !== null) throw failure as Error
    return result as A
  }
}

interface Coverage {
  readonly result: ReadonlyArray<{
    readonly url: string
    readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
  }>
}

const countedBy = (post: ReturnType<typeof inspector>) => {
  const take = () => post<Coverage>("Profiler.takePreciseCoverage")
  return {
    start: () => {
      post("Profiler.enable")
      post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
    },
    stop: () => post("Profiler.stopPreciseCoverage"),
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

const total = (calls: Calls): number => [...calls.values()].reduce((sum, one) => sum + one, 0)

const send = Effect.fnUntraced(function*({ body, path }: Request) {
  const { request } = yield* TestApi
  const response = yield* request(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
  const text = yield* Effect.promise(() => response.text())
  if (response.status >= 300) return yield* Effect.die(new Error(`${path} answered ${response.status}: ${text}`))
  return JSON.parse(text) as { readonly id: string }
})

const measure = Effect.fnUntraced(function*(question: OwnQuestion, counter: ReturnType<typeof countedBy>) {
  for (let round = 0; round < rounds; round++) yield* send(question.of(round))
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) yield* send(question.of(round))
  const { system, user } = process.cpuUsage(before)
  counter.start()
  for (const round of [0, 1]) yield* send(question.of(round))
  counter.reset()
  yield* send(question.of(2))
  const calls = counter.calls()
  counter.stop()
  return { question, calls, micros: (system + user) / rounds }
})

/** What each question costs. */
export const measureOwnCalls = Effect.gen(function*() {
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
  const counter = countedBy(inspector())
  return yield* Effect.forEach([statistics, ...insights], (question) => measure(question, counter))
}).pipe(Effect.provide(TestApi.layer))

/** Calls against the goal, and the CPU of a request. */
export const benchOwnCalls = async (): Promise<Measured> => {
  const measured = await Effect.runPromise(measureOwnCalls)
  return {
    rows: measured.map(({ calls, question: { goal, name } }) => ({
      name: `own statements: ${name}`,
      measure: "own calls, not",
      unit: "request; the baseline is the goal",
      ours: total(calls),
      baseline: goal
    })),
    notes: measured.map(({ micros, question: { name } }) =>
      `own statements: ${name} takes ${Math.round(micros)} µs of CPU`
    )
  }
}

if (process.argv[1] === import.meta.filename) {
  for (const { calls, micros, question } of await Effect.runPromise(measureOwnCalls)) {
    console.log(question.name, total(calls), `${Math.round(micros)} µs`)
    const most = [...calls].filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a).slice(0, Number(process.argv[2] ?? 25))
    for (const [file, count] of most) console.log(`  ${count}\t${file}`)
  }
}
