import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { QuerySlots } from "@hedgerow/core/query/execution/QuerySlots"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import type { AskedQuestion } from "@hedgerow/core/surveys/responses/AskedQuestion"
import { questionQueries } from "@hedgerow/core/surveys/responses/QuestionStatistics"
import { makeResponseQueries, type ResponseQuery } from "@hedgerow/core/surveys/responses/ResponseQueries"
import { totalsOfSurvey } from "@hedgerow/core/surveys/responses/StatisticsSql"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect, Layer, ManagedRuntime, Stream } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { cpuPer, embeddedStorage, projectOne, settle } from "./clickHouse.ts"
import { merged, nativePerson } from "./clickHouseQueries.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { generatedBatches, type GeneratedSet } from "./generatedEvents.ts"
import { closeLoad, sendMany } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import { startHedgerow, withoutClickHouse } from "./servers.ts"

const rounds = 5
const survey = "019db675-8574-7000-8bcd-8b96a8c4437d"
const choices = ["Reports", "Debugging", "Other"]

const answered = (event: Event, number: number): Event => {
  // Of each submission there are two events, the second with all answers.
  const submission = Math.floor(number / 2)
  const properties = JSON.stringify({
    $survey_id: survey,
    $survey_submission_id: `s${submission}`,
    $survey_completed: number % 2 === 1,
    $survey_response_nps: submission % 11,
    ...(number % 2 === 1 ? { $survey_response_use: choices.slice(0, submission % 3) } : undefined)
  })
  return { ...event, event: "survey sent", properties, derived: deriveProperties(properties) }
}

const load = Effect.fnUntraced(function*(count: number) {
  const { append } = yield* EventStore
  const set: GeneratedSet = { project: projectOne.id, count, persons: Math.ceil(count / 4) }
  let number = 0
  yield* Stream.fromIterable(generatedBatches(set, 10_000), { chunkSize: 1 }).pipe(
    Stream.map((events) => events.map((event) => answered(event, number++))),
    Stream.mapEffect((events) => Effect.flatMap(makeUuid7, (batch) => append(batch, events))),
    Stream.runDrain
  )
  yield* settle
})

const question = { text: "", choices: [], choiceTexts: [], hasOpenChoice: false, scale: [] } as const
const questions: ReadonlyArray<AskedQuestion> = [
  { ...question, id: "nps", index: 0, type: "rating", scale: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  { ...question, id: "use", index: 1, type: "multiple_choice", choices, choiceTexts: choices.map((one) => [one]) }
]

const isOurs = `project_id = 1 AND event = 'survey sent' AND pj.\`$survey_id\`.:String = '${survey}'`
const submissions = "GROUP BY pj.`$survey_submission_id`.:String"

const nativeTotals =
  `SELECT count(), uniqExact(person), toUnixTimestamp64Micro(min(at)), toUnixTimestamp64Micro(max(at))
  FROM (SELECT argMax(${nativePerson}, (e.timestamp, e.uuid)) AS person, max(e.timestamp) AS at
    FROM events AS e ${merged} WHERE ${isOurs} ${submissions})`

const nativeQuestions = `SELECT count(), countIf(isNotNull(nps)), ${
  questions[0]?.scale.map((value) => `countIf(nps = '${value}')`).join(", ")
}, countIf(notEmpty(use)), countIf(arrayExists(x -> x NOT IN ('Reports', 'Debugging', 'Other'), use)), ${
  choices.map((choice) => `countIf(has(use, '${choice}'))`).join(", ")
} FROM (SELECT argMax(tuple(pj.\`$survey_response_nps\`.:String, JSONExtract(properties, '$survey_response_use', 'Array(String)')),
    (timestamp, uuid)) AS answers, answers.1 AS nps, answers.2 AS use
  FROM events WHERE ${isOurs} ${submissions})`

const compare = Effect.fnUntraced(function*(name: string, query: ResponseQuery, sql: string, from: number) {
  const { rows } = yield* makeResponseQueries
  const window = { survey, since: "1970-01-01T00:00:00Z", until: "2199-01-01T00:00:00Z" }
  const mine = rows(projectOne, {
    ...query,
    values: { ...query.values, ...window },
    lists: { ...query.lists, archived: [] }
  })
  const theirs = Effect.map(Effect.flatMap(ClickHouse, ({ query }) => query({ sql })), ({ rows }) => rows)
  const shown = (row: ReadonlyArray<unknown> = []) => row.map(String).join(" ")
  const [found, known] = [shown((yield* mine)[0]?.slice(from)), shown((yield* theirs)[0])]
  if (found !== known) return yield* Effect.die(`${name}: ${found} is not ${known}`)
  const repeat = <E, R>(work: Effect.Effect<unknown, E, R>) => Effect.repeat(work, { times: rounds - 1 })
  const baseline = yield* cpuPer(rounds, repeat(theirs))
  const ours = yield* cpuPer(rounds, repeat(mine))
  return { name: `survey: ${name}`, unit: "query", ours, baseline } satisfies Comparison
})

/** Queries take no turns here. */
const noSlots = Layer.succeed(QuerySlots, {
  hold: (_, query) => query((engine) => engine),
  ask: ({ run }) => run((engine) => engine),
  enter: () => Effect.succeed((engine) => engine)
})

const benchStatistics = async (count: number): Promise<ReadonlyArray<Comparison>> => {
  const directory = mkdtempSync(join(tmpdir(), "hedgerow-bench-surveys-"))
  const runtime = ManagedRuntime.make(Layer.merge(embeddedStorage(directory), noSlots))
  const work = Effect.scoped(Effect.gen(function*() {
    yield* load(count)
    const of = `of ${count} answers in ClickHouse`
    const [asked] = questionQueries(questions)
    return [
      yield* compare(`totals ${of}`, { sql: totalsOfSurvey, values: {} }, nativeTotals, 9),
      yield* compare(
        `two questions ${of}`,
        { sql: asked?.sql ?? "", values: asked?.values ?? {}, lists: asked?.lists ?? {} },
        nativeQuestions,
        0
      )
    ]
  }))
  try {
    return await runtime.runPromise(work)
  } finally {
    await runtime.dispose()
    rmSync(directory, { recursive: true, force: true })
  }
}

const lists = 200

/** A list of 100 surveys over HTTP, beside the rows by hand. */
const benchList = async (): Promise<Comparison> => {
  const server = await startHedgerow(withoutClickHouse)
  const client = new Client({ ...server.postgres, user: "hedgerow", database: "postgres" })
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" }
  const url = `${server.url}/api/projects/1/surveys/`
  const cpu = async (run: (count: number) => Promise<void>) => {
    await run(20)
    const before = treeCpuMillis(server.pid)
    await run(lists)
    return (treeCpuMillis(server.pid) - before) * 1000 / lists
  }
  try {
    await client.connect()
    await client.query("set search_path to hedgerow")
    const questions = [
      { type: "open", question: "Why?" },
      { type: "rating", question: "How?", display: "number", scale: 10 }
    ]
    for (let number = 0; number < 100; number++) {
      const body = JSON.stringify({ name: `Survey ${number}`, type: "popover", questions })
      const { status } = await fetch(url, { method: "POST", headers, body })
      if (status !== 201) throw new Error(`A survey was answered with ${status}`)
    }
    return {
      name: "survey: list of 100 over HTTP, beside its rows by hand",
      unit: "list",
      ours: await cpu((count) => sendMany(count, 1, () => ({ url, method: "GET", headers }))),
      baseline: await cpu(async (count) => {
        for (let i = 0; i < count; i++) {
          await client.query("select * from surveys where project_id = 1 order by created_at desc, id desc limit 100")
        }
      })
    }
  } finally {
    await client.end()
    closeLoad()
    await server.stop()
  }
}

/** Statistics of a survey, and a list of surveys, each beside SQL by hand. */
export const benchSurveys = async (count: number): Promise<Measured> => ({
  rows: [...await benchStatistics(count), await benchList()],
  notes: []
})
