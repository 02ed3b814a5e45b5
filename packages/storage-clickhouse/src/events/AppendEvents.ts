import type { Event } from "@hedgerow/core/events/Event"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { sliceChars, WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Array, Effect, Exit, Option, Schedule } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { type ClickHouseError, type ClickHouseFailure, isPassing } from "../protocol/ClickHouseErrors.ts"
import { type DeadLetter, keepDeadLetters } from "./DeadLetters.ts"
import { eventRowColumns, EventRows, verbatimCells } from "./EventRows.ts"
import { isRowFault, isTooMuch, unavailableOrDie } from "./InsertFailures.ts"

/** One insert is one block, which the engine takes wholly or not at all, so its text is bounded. */
const maxInsertChars = 8 * 1024 * 1024

/** The engine ends an insert before its writer gives it up (`appendMillis`). */
const inTime = { max_execution_time: 40 }

const oneBlock = { min_insert_block_size_rows: 1_000_000_000, min_insert_block_size_bytes: 1_000_000_000_000 }

/** A block that `events` has already may be missing in `events_by_person`, which knows its blocks by the token too. */
const eachTable = { deduplicate_blocks_in_dependent_materialized_views: 1 }

/** A cluster's answer comes when the shards have the rows. */
const onShards = { distributed_foreground_insert: 1 }

/** A lost connection leaves open whether the rows arrived; the token makes another try harmless. */
const retries = { times: 5, schedule: Schedule.exponential("100 millis") }

interface Line {
  readonly event: Event
  readonly text: string
}

/** Lines of one insert, and where they stand in the batch: the same batch is always cut in the same places. */
interface Slice {
  readonly first: number
  readonly lines: ReadonlyArray<Line>
}

const halvesOf = ({ first, lines }: Slice): ReadonlyArray<Slice> => {
  const middle = Math.ceil(lines.length / 2)
  return [{ first, lines: lines.slice(0, middle) }, { first: first + middle, lines: lines.slice(middle) }]
}

/** The engine's message goes on with the whole row; the first line has the fault. */
const deadLetter = ({ event }: Line, { code, message }: ClickHouseError): DeadLetter => ({
  event,
  code,
  reason: message.split("\n", 1)[0] ?? ""
})

const malformed = ({ event }: Line): DeadLetter => ({
  event,
  code: 0,
  reason: "A text has a lone surrogate, which has no UTF-8"
})

/** One append, and whether any of its events may have arrived. */
interface Appending {
  readonly batchId: Uuid
  mayHaveArrived: boolean
}

const isUnsent = (exit: Exit.Exit<unknown, ClickHouseFailure>): boolean =>
  Option.exists(Exit.findErrorOption(exit), (error) => error._tag === "ClickHouseUnavailable" && error.isUnsent)

const insertSlice = Effect.fnUntraced(function*(appending: Appending, { first, lines }: Slice) {
  const clickhouse = yield* ClickHouse
  const rows = lines.map((line) => line.text)
  yield* clickhouse.insert("events", eventRowColumns, rows, {
    deduplicationToken: `${appending.batchId}/${first}-${first + lines.length}`,
    settings: {
      ...verbatimCells,
      ...inTime,
      ...oneBlock,
      ...eachTable,
      ...(Option.isSome(clickhouse.cluster) ? onShards : {})
    }
  }).pipe(
    Effect.onExit((exit) => Effect.sync(() => appending.mayHaveArrived ||= !isUnsent(exit))),
    Effect.retry({ ...retries, while: isPassing })
  )
})

/** Inserts what the engine takes and answers what it does not: a refused slice is halved until the row is found. */
const insertOrHalve = (
  appending: Appending,
  slice: Slice
): Effect.Effect<ReadonlyArray<DeadLetter>, ClickHouseFailure, ClickHouse> =>
  insertSlice(appending, slice).pipe(
    Effect.as<ReadonlyArray<DeadLetter>>([]),
    Effect.catchTag("ClickHouseError", (error) => {
      const isOne = slice.lines.length === 1
      if (!isRowFault(error) && (isOne || !isTooMuch(error))) return Effect.fail(error)
      if (isOne) return Effect.succeed(slice.lines.map((line) => deadLetter(line, error)))
      return Effect.map(Effect.forEach(halvesOf(slice), (half) => insertOrHalve(appending, half)), Array.flatten)
    })
  )

/**
 * Writes out and inserts one slice after the other: all of their text at once could be far more than the events are. A
 * broken text has no UTF-8 and is not sent.
 */
const append = Effect.fnUntraced(function*(appending: Appending, events: ReadonlyArray<Event>) {
  const letters: globalThis.Array<DeadLetter> = []
  const workSlice = new WorkSlice()
  let rows = new EventRows()
  let lines: globalThis.Array<Line> = []
  let [first, chars] = [0, 0]
  const insert = Effect.suspend(() => insertOrHalve(appending, { first, lines }))
  for (const event of events) {
    if (event.derived.length + event.person_properties.length > sliceChars) {
      for (const _ of rows.steps(event)) yield* Effect.yieldNow
    }
    const line: Line = { event, text: rows.rowOf(event) }
    if (!line.text.isWellFormed()) letters.push(malformed(line))
    else {
      if (lines.length > 0 && chars + line.text.length > maxInsertChars) {
        letters.push(...(yield* insert))
        first += lines.length
        chars = 0
        lines = []
        rows = new EventRows()
      }
      lines.push(line)
      chars += line.text.length
    }
    if (workSlice.isOver(line.text.length)) yield* Effect.yieldNow
  }
  if (lines.length > 0) letters.push(...(yield* insert))
  yield* keepDeadLetters(appending.batchId, letters)
})

/**
 * Appends a batch; the same batch again adds nothing. Events that cannot be stored go to the dead letters and do not
 * keep the others back.
 */
export const appendEvents = (batchId: Uuid, events: ReadonlyArray<Event>) =>
  Effect.suspend(() => {
    const appending: Appending = { batchId, mayHaveArrived: false }
    if (events.length === 0) return Effect.void
    return append(appending, events).pipe(
      Effect.catch((error) => unavailableOrDie(error, !appending.mayHaveArrived))
    )
  })
