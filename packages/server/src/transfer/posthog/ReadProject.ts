import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { detailOf, listAll, type ProjectApi } from "./ProjectApi.ts"
import { nameOf, notCopied, prepared, type RecordKind, recordKinds } from "./RecordKinds.ts"
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

/** The records of a project, and what of it is not copied. */
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

const listOf = (api: ProjectApi, kind: RecordKind) =>
  listAll(api, kind.path, kind.parameters).pipe(
    Effect.map((records) => ({ records: renamed(kind, inOrder(records)), outcomes: [] as ReadonlyArray<Outcome> })),
    Effect.catchTag("ListRefused", ({ reason, status }) =>
      Effect.succeed({
        records: [],
        outcomes: [{
          what: kind.word,
          name: `all of ${kind.path}`,
          outcome: "left out" as const,
          note: `${status}: ${reason}`
        }]
      }))
  )

const countIn = (body: unknown): number => {
  const { count, results = body } = isJsonRecord(body) ? body : {}
  if (typeof count === "number") return count
  return Array.isArray(results) ? results.length : 0
}

/** Counts what the source has beside the kinds that are copied. */
const beside = (api: ProjectApi) =>
  Effect.forEach(
    notCopied,
    ({ path, why, words }) =>
      Effect.map(api.send("GET", `${path}?limit=1`), (answer): ReadonlyArray<Outcome> => {
        const count = answer.status === 200 ? countIn(answer.body) : 0
        return count === 0 ? [] : [{ what: words, name: `${count}`, outcome: "left out", note: why, count }]
      })
  )

/** Reads every record of a project that can be copied. A kind whose list is refused is left out as a whole. */
export const readProject = Effect.fnUntraced(function*(api: ProjectApi) {
  const lists = yield* Effect.forEach(recordKinds, (kind) => listOf(api, kind))
  const all = lists.flatMap(({ records }) => records)
  const internal = flagsOfSurveys(all.filter(({ kind }) => kind.name === "surveys"))
  const read: ReadRecords = {
    records: all.filter(({ kind, record }) => kind.name !== "flags" || !internal.has(record["id"])),
    outcomes: [...lists.flatMap(({ outcomes }) => outcomes), ...(yield* beside(api)).flat()]
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
