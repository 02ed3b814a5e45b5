import type { Event } from "@hedgerow/core/events/Event"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Metric } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { rowOf, textField } from "../protocol/TabSeparated.ts"
import { deadLetters } from "../schema/Tables.ts"

/** An event that cannot be stored, and what ClickHouse's code and words for it are (0 when the fault is ours to see). */
export interface DeadLetter {
  readonly event: Event
  readonly code: number
  readonly reason: string
}

const counter = Metric.counter("hedgerow_clickhouse_dead_letters_total", {
  description: "Events that ClickHouse refused and that the table dead_letters keeps",
  incremental: true
})

const columns = deadLetters.columns.map((column) => column.name)
const maxReasonLength = 500

const time = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(0, 23).replace("T", " ")

/** JSON text has no lone surrogates and no control characters, so it can always be stored. */
const rowText = (batchId: Uuid, at: DateTime.Utc, { code, event, reason }: DeadLetter): string =>
  rowOf([
    event.project_id,
    textField(event.uuid.toWellFormed()),
    time(at),
    batchId,
    code,
    textField(reason.slice(0, maxReasonLength)),
    textField(JSON.stringify(event))
  ])

/** Keeps refused events where people can read them; the same batch again adds nothing. */
export const keepDeadLetters = Effect.fnUntraced(function*(batchId: Uuid, letters: ReadonlyArray<DeadLetter>) {
  if (letters.length === 0) return
  const clickhouse = yield* ClickHouse
  const now = yield* DateTime.now
  const rows = letters.map((letter) => rowText(batchId, now, letter))
  yield* clickhouse.insert(deadLetters.name, columns, rows, { deduplicationToken: `${batchId}/dead` })
  yield* Metric.update(counter, letters.length)
  yield* Effect.logWarning("ClickHouse refused events; the table dead_letters has them", letters[0]?.reason).pipe(
    Effect.annotateLogs({ batch: batchId, refused: letters.length })
  )
})
