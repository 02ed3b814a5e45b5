import type { Row } from "@hedgerow/sql/types/Cell"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Data, Effect, Stream } from "effect"
import type { Project } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { QueryExecution } from "../query/execution/QueryExecution.ts"
import { failureText, type QueryFailure } from "../query/execution/QueryFailureText.ts"
import type { StreamedRows } from "../query/execution/StreamedRows.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"

/** The place of a row, in texts. */
export type Place = ReadonlyArray<string>

/** The rows of a part of an export. */
export interface Part {
  readonly columns: StreamedRows["columns"]
  readonly batches: Stream.Stream<ReadonlyArray<Row>, ReadFailed>
}

/** The rows to export, part by part. */
export interface ExportSource {
  /** `events`, `persons`, or the text of the query. */
  readonly of: string
  /** The first part of its names of files. */
  readonly stem: string
  /** The parts behind a place, or behind a number of rows where rows have no places; there is one at least. */
  readonly parts: (
    after: Place | undefined,
    rows: number
  ) => Stream.Stream<PartReader, ReadFailed>
  readonly placeOf: (row: Row) => Place
}

/** Reads a part while work on it goes on. */
type PartReader = <E, R>(
  use: (part: Part) => Effect.Effect<void, E, R>
) => Effect.Effect<void, E | ReadFailed, R>

/** A query node, or the text of an SQL statement. */
type Question = string | JsonRecord

/** The rows of a query ended too soon. */
export class ReadFailed extends Data.TaggedError("ReadFailed")<{
  readonly query: Question
  readonly failure: QueryFailure
}> {
  override get message(): string {
    return failureText(this.failure).message
  }
}

/** The query node of a question. */
const nodeOf = (question: Question): JsonRecord =>
  typeof question === "string" ? { kind: "ServiceSqlQuery", query: question } : question

/** Runs queries in a project for a user, if there is one, row by row. */
export const makeReader = Effect.fnUntraced(function*(project: Project, user: UserId | null = null) {
  const execution = yield* QueryExecution
  const asking = { project, user, endpoint: "export" }
  return (query: Question): PartReader => (use) =>
    Effect.gen(function*() {
      const failed = (failure: QueryFailure) => new ReadFailed({ query, failure })
      const body = { query: nodeOf(query), name: "export" }
      const { batches, columns } = yield* Effect.mapError(execution.stream(asking, body), failed)
      yield* use({ columns, batches: Stream.mapError(batches, failed) })
    }).pipe(Effect.scoped)
})

export type Reader = Effect.Success<ReturnType<typeof makeReader>>

const literal = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** The columns of events; the first two are their places. */
const eventColumns = "toString(uuid) AS uuid, timestamp, event, distinct_id, properties, elements_chain, "
  + "toString(person_id) AS person_id"

const timeOf = (row: Row, column: number): string => {
  const cell = row[column]
  return typeof cell === "number" ? toIso(cell) : ""
}

const textOf = (row: Row, column: number): string => String(row[column] ?? "")

/** The times that are exported: from the first on, before the second. */
export interface TimeSpan {
  readonly from: string | undefined
  readonly until: string | undefined
}

const conditions = (texts: ReadonlyArray<string>): string => texts.length === 0 ? "" : ` WHERE ${texts.join(" AND ")}`

/** Some days, one after the other, and their events. */
interface Days {
  readonly first: string
  last: string
  events: number
}

/** Days are put together up to about this many events. */
const eventsOfPart = 100_000

/** The days with events, some of them together. */
const daysOf = Effect.fnUntraced(function*(read: Reader, where: ReadonlyArray<string>) {
  const parts: Array<Days> = []
  const add = (day: string, events: number): void => {
    const part = parts.at(-1)
    if (part === undefined || part.events + events > eventsOfPart) parts.push({ first: day, last: day, events })
    else {
      part.last = day
      part.events += events
    }
  }
  const sql = `SELECT toString(toDate(timestamp)) AS day, count() AS times FROM events${conditions(where)} `
    + "GROUP BY day ORDER BY day"
  yield* read(sql)(({ batches }) =>
    Stream.runForEach(batches, (rows) => Effect.sync(() => rows.forEach((row) => add(textOf(row, 0), Number(row[1])))))
  )
  return parts
})

/** The day after. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Events in the order of their times, some days at a time: no statement sorts more than a day or `eventsOfPart`. */
export const eventSource = (read: Reader, { from, until }: TimeSpan): ExportSource => {
  const span = [
    ...(from === undefined ? [] : [`timestamp >= ${literal(from)}`]),
    ...(until === undefined ? [] : [`timestamp < ${literal(until)}`])
  ]
  const after = (place: Place | undefined): ReadonlyArray<string> => {
    const [time, uuid] = place ?? []
    if (time === undefined || uuid === undefined) return []
    const later = `timestamp > ${literal(time)}`
    return [
      `timestamp >= ${literal(time)}`,
      `(${later} OR (timestamp = ${literal(time)} AND toString(events.uuid) > ${literal(uuid)}))`
    ]
  }
  const ofDays = ({ first, last }: Days, rest: ReadonlyArray<string>): string => {
    const days = [`timestamp >= ${literal(first)}`, `timestamp < ${literal(dayAfter(last))}`]
    return `SELECT ${eventColumns} FROM events${conditions([...days, ...rest])} `
      + "ORDER BY timestamp, toString(events.uuid)"
  }
  const none = `SELECT ${eventColumns} FROM events WHERE 1 = 2`
  return {
    of: `events${from === undefined ? "" : ` from ${from}`}${until === undefined ? "" : ` until ${until}`}`,
    stem: "events",
    parts: (place) => {
      const rest = [...span, ...after(place)]
      return Stream.unwrap(Effect.map(daysOf(read, rest), (days) => {
        const texts = days.length === 0 ? [none] : days.map((part) => ofDays(part, rest))
        return Stream.fromIterable(texts.map(read))
      }))
    },
    placeOf: (row) => [timeOf(row, 1), textOf(row, 0)]
  }
}

const personColumns = "toString(persons.id) AS id, persons.created_at AS created_at, persons.properties AS properties, "
  + "ids.distinct_ids AS distinct_ids"

/** Persons in the order of their ids, with all of their distinct ids. */
export const personSource = (read: Reader): ExportSource => ({
  of: "persons",
  stem: "persons",
  parts: (after) => {
    const [id] = after ?? []
    const sql = `SELECT ${personColumns} FROM persons LEFT JOIN `
      + "(SELECT person_id, arraySort(groupArray(distinct_id)) AS distinct_ids FROM person_distinct_ids GROUP BY person_id) AS ids "
      + `ON ids.person_id = persons.id${conditions(id === undefined ? [] : [`toString(persons.id) > ${literal(id)}`])} `
      + "ORDER BY toString(persons.id)"
    return Stream.succeed(read(sql))
  },
  placeOf: (row) => [textOf(row, 0)]
})

/** The first rows are read and left out. */
const without = ({ batches, columns }: Part, rows: number): Part => {
  let left = rows
  return {
    columns,
    batches: Stream.map(batches, (batch) => {
      const rest = batch.slice(left)
      left = Math.max(0, left - batch.length)
      return rest
    })
  }
}

/** The rows of a query. */
export const querySource = (read: Reader, query: Question): ExportSource => ({
  of: typeof query === "string" ? query : JSON.stringify(query),
  stem: "rows",
  parts: (_after, rows) => Stream.succeed<PartReader>((use) => read(query)((part) => use(without(part, rows)))),
  placeOf: () => []
})
