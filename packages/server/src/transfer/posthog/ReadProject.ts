import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { listAll } from "./Lists.ts"
import { ask, detailOf, type ProjectApi } from "./ProjectApi.ts"
import { nameOf, prepared } from "./RecordBody.ts"
import { notCopied, type RecordKind, recordKinds } from "./RecordKinds.ts"
import type { Outcome } from "./Report.ts"

/** A record of the source. */
export interface SourceRecord {
  readonly kind: RecordKind
  readonly id: string
  readonly name: string
  readonly record: JsonRecord
  /** Said of it in the report. */
  readonly note: string | undefined
}

/** The records of a project, and what of it could not be read. */
export interface ReadRecords {
  readonly records: ReadonlyArray<SourceRecord>
  readonly outcomes: ReadonlyArray<Outcome>
}

/** By their ids where these are numbers, that is in the order in which they were made. */
export const inOrder = (records: ReadonlyArray<JsonRecord>): ReadonlyArray<JsonRecord> =>
  records.toSorted((a, b) => {
    const [left, right] = [a["id"], b["id"]]
    if (typeof left === "number" && typeof right === "number") return left - right
    return String(a["created_at"]).localeCompare(String(b["created_at"]))
  })

/** All records of a kind. */
export const recordsOf = Effect.fnUntraced(function*(api: ProjectApi, { lists = [""], path }: RecordKind) {
  const read = yield* Effect.forEach(lists, (parameters) => listAll(api, path, parameters))
  return read.flat()
})

const flagsOfSurveys = (surveys: ReadonlyArray<SourceRecord>): ReadonlySet<unknown> =>
  new Set(
    surveys.flatMap(({ record }) =>
      [record["targeting_flag"], record["internal_targeting_flag"]].flatMap((flag) =>
        isJsonRecord(flag) ? [flag["id"]] : []
      )
    )
  )

/** Of several records of the same unique name the later ones are named `name (2)` and so on. */
const renamed = (kind: RecordKind, records: ReadonlyArray<JsonRecord>): ReadonlyArray<SourceRecord> => {
  const seen = new Map<unknown, number>()
  const { unique } = kind
  return records.map((sent) => {
    const record = prepared(kind, sent)
    const id = String(record["id"])
    const count = unique === undefined ? 1 : (seen.get(record[unique]) ?? 0) + 1
    if (unique === undefined || count === 1) {
      if (unique !== undefined) seen.set(record[unique], 1)
      return { kind, id, name: nameOf(record), record, note: undefined }
    }
    seen.set(record[unique], count)
    const name = `${String(record[unique])} (${count})`
    const note = `renamed: there are several called ${String(record[unique])}`
    return { kind, id, name, record: { ...record, [unique]: name }, note }
  })
}

/** A record by itself, where lists have a part of each; one that is refused is left out. */
const whole = (api: ProjectApi, kind: RecordKind, record: JsonRecord) =>
  ask(api, "GET", `${kind.path}${String(record["id"])}/`).pipe(
    Effect.map((found) => ({ records: [found], outcomes: [] as ReadonlyArray<Outcome> })),
    Effect.catchTag("AnswerRefused", ({ reason }) =>
      Effect.succeed({
        records: [] as ReadonlyArray<JsonRecord>,
        outcomes: [{ what: kind.word, name: nameOf(record), outcome: "left out" as const, note: reason }]
      }))
  )

/** The records of a kind. A list that is refused is left out as a whole. */
const listOf = Effect.fnUntraced(
  function*(api: ProjectApi, kind: RecordKind) {
    const listed = inOrder(yield* recordsOf(api, kind))
    if (kind.isReadAlone !== true) return { records: renamed(kind, listed), outcomes: [] as ReadonlyArray<Outcome> }
    const read = yield* Effect.forEach(listed, (record) => whole(api, kind, record))
    return {
      records: renamed(kind, read.flatMap(({ records }) => records)),
      outcomes: read.flatMap(({ outcomes }) => outcomes)
    }
  },
  (effect, _, kind) =>
    Effect.catchTag(effect, "AnswerRefused", ({ reason, status }) =>
      Effect.succeed({
        records: [] as ReadonlyArray<SourceRecord>,
        outcomes: [{
          what: kind.word,
          name: `all of ${kind.path}`,
          outcome: "left out" as const,
          note: `${status}: ${reason}`
        }] as ReadonlyArray<Outcome>
      }))
)

const countIn = (body: unknown): number => {
  const { count, results = body } = isJsonRecord(body) ? body : {}
  if (typeof count === "number") return count
  return Array.isArray(results) ? results.length : 0
}

/** What a project has beside the kinds that are copied, counted. */
export const countBeside = (api: ProjectApi) =>
  Effect.forEach(
    notCopied,
    ({ path, why, words }) =>
      Effect.map(api.send("GET", `${path}?limit=1`), (answer): ReadonlyArray<Outcome> => {
        // What the API has no list of, the project has none of.
        if (answer.status === 404) return []
        if (answer.status !== 200) {
          const note = `not counted: ${answer.status}: ${detailOf(answer)}`
          return [{ what: words, name: "an unknown number", outcome: "left out", note, count: 0 }]
        }
        const count = countIn(answer.body)
        return count === 0 ? [] : [{ what: words, name: `${count}`, outcome: "left out", note: why, count }]
      })
  ).pipe(Effect.map((counted) => counted.flat()))

/** Reads every record of a project that can be copied. */
export const readProject = Effect.fnUntraced(function*(api: ProjectApi) {
  const lists = yield* Effect.forEach(recordKinds, (kind) => listOf(api, kind))
  const all = lists.flatMap(({ records }) => records)
  const internal = flagsOfSurveys(all.filter(({ kind }) => kind.name === "surveys"))
  const read: ReadRecords = {
    records: all.filter(({ kind, record }) => kind.name !== "flags" || !internal.has(record["id"])),
    outcomes: lists.flatMap(({ outcomes }) => outcomes)
  }
  return read
})

/** The API does not open the project; nothing was made. */
export class ProjectRefused extends Schema.TaggedError<ProjectRefused>()("ProjectRefused", {
  name: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.name} does not open the project: ${this.reason}`
  }
}

/** The project that an API reads, or why it cannot. */
export const requireProject = Effect.fnUntraced(function*(api: ProjectApi) {
  const answer = yield* api.send("GET", "")
  if (answer.status === 200 && isJsonRecord(answer.body)) return answer.body
  return yield* new ProjectRefused({ name: api.name, reason: detailOf(answer) })
})
