import { Clock, Context, Effect, Layer, Schema } from "effect"
import { ProjectId } from "../identity/Project.ts"
import { makeUuid7, Uuid } from "../shared/Uuid.ts"
import type { Event } from "./Event.ts"
import { appendMillis, type Claim, type EventKey, EventKeys } from "./EventKeys.ts"
import { EventStore, EventStoreUnavailable } from "./EventStore.ts"

/** Another writer holds some of these events; whether they get stored is not known yet. Send them again later. */
export class EventsLeased extends Schema.TaggedError<EventsLeased>()("EventsLeased", {
  /** The events that this write stored nevertheless. */
  appended: Schema.Array(Schema.Struct({ project_id: ProjectId, uuid: Uuid })).pipe(
    Schema.withConstructorDefault(Effect.succeed([]))
  )
}) {}

/** The number of new events in a write, and the keys of those stored before. */
export interface Written {
  readonly appended: number
  readonly duplicates: ReadonlyArray<EventKey>
}

/** The outcome of a write that appended only some of its events. */
export const writtenOf = (keys: ReadonlyArray<EventKey>, appended: ReadonlyArray<EventKey>): Written => {
  if (appended.length === keys.length) return { appended: appended.length, duplicates: [] }
  const isNew = new Set(appended.map(identityOf))
  return { appended: appended.length, duplicates: keys.filter((key) => !isNew.has(identityOf(key))).map(keyOf) }
}

/** The write kept these and could not decide about all of the others. */
export const leasedAfter = (appended: ReadonlyArray<EventKey>): EventsLeased =>
  new EventsLeased({ appended: appended.map(keyOf) })

/** Writes events so that each (project, uuid) is stored once and, when the write succeeds, durably. */
export class EventWriter extends Context.Service<EventWriter, {
  readonly write: (events: ReadonlyArray<Event>) => Effect.Effect<Written, EventsLeased | EventStoreUnavailable>
}>()("@hedgerow/core/events/EventWriter") {
  /** Claim → append → confirm, for stores that share no transaction with `EventKeys`. */
  static readonly layerClaimed: Layer.Layer<EventWriter, never, EventKeys | EventStore> = Layer.effect(
    EventWriter,
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const store = yield* EventStore

      const storedOf = Effect.fnUntraced(function*(orphans: ReadonlyArray<EventKey>) {
        const stored = new Set<string>()
        for (const [project, group] of Map.groupBy(orphans, (key) => key.project_id)) {
          const found = yield* store.existing(project, group.map((key) => key.uuid))
          for (const uuid of found) stored.add(identityOf({ project_id: project, uuid }))
        }
        return stored
      })

      /** Then the events can be sent again at once. An orphan is another's: whether that one stored it stays unknown. */
      const giveBack = (batchId: Uuid, { orphaned }: Claim) =>
        orphaned.length === 0 ? keys.release(batchId) : Effect.void

      const appendMissing = Effect.fnUntraced(function*(
        batchId: Uuid,
        claim: Claim,
        byIdentity: ReadonlyMap<string, Event>
      ) {
        const stored = yield* storedOf(claim.orphaned)
        const missing = [...claim.fresh, ...claim.orphaned].filter((key) => !stored.has(identityOf(key)))
        if (missing.length > 0) {
          yield* store.append(batchId, missing.flatMap((key) => byIdentity.get(identityOf(key)) ?? [])).pipe(
            Effect.tapError((error) => error.isUntouched ? giveBack(batchId, claim) : Effect.void)
          )
        }
        return missing
      })

      const write = Effect.fn("EventWriter.write")(function*(events: ReadonlyArray<Event>) {
        const batchId = yield* makeUuid7
        const byIdentity = new Map(events.map((event) => [identityOf(event), event]))
        const begun = yield* Clock.currentTimeMillis
        const claim = yield* keys.claim(batchId, [...byIdentity.values()])
        const left = begun + appendMillis - (yield* Clock.currentTimeMillis)
        const missing = yield* beforeLeaseEnds(left, appendMissing(batchId, claim, byIdentity))
        yield* keys.confirm(batchId)
        if (claim.leased.length > 0) return yield* leasedAfter(missing)
        return writtenOf([...byIdentity.values()], missing)
      })

      return EventWriter.of({ write })
    })
  )
}

/** The next holder of the claim must find an append that is over; the outcome of this one is found out then. */
const beforeLeaseEnds = <A, E>(
  millis: number,
  append: Effect.Effect<A, E>
): Effect.Effect<A, E | EventStoreUnavailable> =>
  millis <= 0
    ? Effect.fail(late)
    : Effect.timeoutOrElse(append, { duration: millis, orElse: () => Effect.fail(late) })

const late = new EventStoreUnavailable({ cause: new Error("The events were not stored in time") })

const keyOf = ({ project_id, uuid }: EventKey): EventKey => ({ project_id, uuid })

const identityOf = (key: EventKey): string => `${key.project_id}/${key.uuid}`
