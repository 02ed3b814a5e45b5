import * as Effect from "effect/Effect"
import type { ImportTarget, TargetFailed } from "./ImportTarget.ts"

/** An event as JSON text, with whatever else is known of it. */
export interface DeliveredEvent {
  readonly text: string
}

/** An event that the target refused. */
export interface RefusedEvent<E extends DeliveredEvent> {
  readonly event: E
  readonly reason: string
}

/** The limits of one request. */
export interface BatchBounds {
  readonly events: number
  readonly chars: number
}

/** Events in parts within the bounds; a larger one is a part of its own. */
export const cutEvents = <E extends DeliveredEvent>(
  events: ReadonlyArray<E>,
  bounds: BatchBounds
): ReadonlyArray<ReadonlyArray<E>> => {
  const parts: Array<Array<E>> = []
  let chars = 0
  for (const event of events) {
    const last = parts.at(-1)
    chars += event.text.length
    if (last !== undefined && last.length < bounds.events && chars <= bounds.chars) last.push(event)
    else {
      parts.push([event])
      chars = event.text.length
    }
  }
  return parts
}

/**
 * Delivers events in their order and answers those that were refused: a refusal of one is not one of the others. A
 * request that is too much at a time is halved, and those after it are no larger than its halves.
 */
export const makeDelivery = <E extends DeliveredEvent>(target: ImportTarget, bounds: BatchBounds) => {
  let most = bounds.events

  const part: (
    events: ReadonlyArray<E>
  ) => Effect.Effect<ReadonlyArray<RefusedEvent<E>>, TargetFailed> = (events) =>
    events.length === 0 ? Effect.succeed([]) : target.send(events.map(({ text }) => text)).pipe(
      Effect.as([]),
      Effect.catchTag("BatchRefused", ({ index, reason }) => {
        const [first] = events
        const event = index === null ? events.length === 1 ? first : undefined : events[index]
        if (event !== undefined) {
          const place = index ?? 0
          const others = Effect.all([part(events.slice(0, place)), part(events.slice(place + 1))])
          return Effect.map(others, ([before, after]) => [...before, { event, reason }, ...after])
        }
        most = Math.max(1, Math.floor(events.length / 2))
        return all(events)
      })
    )

  const all = (events: ReadonlyArray<E>): Effect.Effect<ReadonlyArray<RefusedEvent<E>>, TargetFailed> =>
    Effect.map(Effect.forEach(cutEvents(events, { ...bounds, events: most }), part), (refused) => refused.flat())

  return all
}
