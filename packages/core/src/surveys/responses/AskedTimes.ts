import { Effect } from "effect"
import { readEventTime } from "../../events/EventTimeText.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { ResponseWindow } from "./ResponseWindow.ts"

/** A time as a client asks for it: two texts of ISO 8601, each of which may be missing. */
export interface AskedTimes {
  readonly date_from?: string | undefined
  readonly date_to?: string | undefined
}

const refused = (message: string) => new InvalidInput({ issues: [{ path: [], code: "invalid_input", message }] })

const unreadable = "Invalid date format. Please use ISO 8601 format with timezone info "
  + "(e.g. 2024-01-01T00:00:00Z or 2024-01-01T00:00:00+00:00)"

const readTime = Effect.fnUntraced(function*(text: string | undefined) {
  if (text === undefined || text.trim() === "") return undefined
  // A plus sign that nobody encoded has come as a space.
  return readEventTime(text.replace(/ (?=\d{2}:?\d{2}$)/, "+")) ?? (yield* refused(unreadable))
})

/** Reads both times; without a zone they are in UTC. */
export const readTimes = Effect.fnUntraced(function*({ date_from, date_to }: AskedTimes) {
  const [from, to] = [yield* readTime(date_from), yield* readTime(date_to)]
  if (from !== undefined && to !== undefined && from > to) return yield* refused("date_from must be before date_to")
  return {
    ...(from === undefined ? undefined : { from }),
    ...(to === undefined ? undefined : { to })
  } satisfies Partial<ResponseWindow>
})
