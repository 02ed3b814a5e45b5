import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { Effect } from "effect"
import type { ClickHouseError, ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"

/**
 * A text is not what its column takes: parsing, conversion, ranges. Another row may be fine. The codes of texts that end
 * too early (32, 33) are not among them: a connection that breaks looks the same.
 */
const rowCodes: ReadonlySet<number> = new Set([
  6,
  25,
  26,
  27,
  38,
  41,
  53,
  69,
  70,
  72,
  117,
  130,
  131,
  321,
  349,
  376,
  441,
  467,
  546,
  632
])

const memoryLimit = 241

/** No room, no quorum, no right to write now: besides memory and time, disk, parts, quotas, replicas and files. */
const passingCodes: ReadonlySet<number> = new Set([
  32,
  33,
  74,
  75,
  96,
  159,
  164,
  173,
  201,
  203,
  204,
  225,
  241,
  242,
  243,
  244,
  252,
  254,
  285,
  286,
  289,
  294,
  297,
  319,
  394,
  574,
  692,
  700,
  734,
  735,
  745,
  749,
  762,
  776,
  777,
  778
])

/** Whether a single row can be the reason. */
export const isRowFault = ({ code }: ClickHouseError): boolean => rowCodes.has(code)

/** Whether fewer rows at once can succeed. */
export const isTooMuch = ({ code }: ClickHouseError): boolean => code === memoryLimit

/** A failure that may pass is "not now"; anything else is a bug. */
export const unavailableOrDie = (
  error: ClickHouseFailure,
  isUntouched = false
): Effect.Effect<never, EventStoreUnavailable> =>
  error._tag === "ClickHouseUnavailable" || passingCodes.has(error.code)
    ? Effect.fail(new EventStoreUnavailable({ cause: error, isUntouched }))
    : Effect.die(error)
