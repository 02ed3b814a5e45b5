import { assert, type Vitest } from "@effect/vitest"
import { EventRemoval } from "@hedgerow/core/deletions/EventRemoval"
import type { EventSelection } from "@hedgerow/core/deletions/EventSelection"
import type { Event } from "@hedgerow/core/events/Event"
import { EventStore } from "@hedgerow/core/events/EventStore"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { makeEvent, makeProjectId, makeTwoProjects, type ProjectPorts } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"

/** The services that the suite of removals needs. */
export type RemovalPorts = EventRemoval | EventStore | ProjectPorts | StoredRows

const at = (second: number) => 1_700_000_000_000_001 + second * 1_000_000 as EventTime

const everything: EventSelection = {
  personIds: [],
  distinctIds: [],
  events: [],
  from: null,
  to: null,
  until: at(1_000)
}

/** Events a…f of two persons and three names, a second apart, stored ten seconds after they happened. */
const stored = Effect.fnUntraced(function*(project: ProjectId) {
  const events = yield* Effect.forEach([..."abcdef"], (letter, place) =>
    makeEvent(project, {
      event: ["opened 'it'", "closed\t", "opened 'it'", "left", "left", "closed\t"][place] ?? "",
      distinct_id: ["ü'1\\", "ü'1\\", "two", "two", "three", "three"][place] ?? "",
      person_id: deriveUuid(place < 4 ? "first" : "second"),
      lib: letter,
      timestamp: at(place),
      inserted_at: at(place + 10)
    }))
  yield* (yield* EventStore).append(yield* makeUuid7, events)
})

const letters = (events: ReadonlyArray<Event>) => events.map(({ lib }) => lib).toSorted().join("")

const left = (project: ProjectId) => Effect.flatMap(StoredRows, (rows) => Effect.map(rows.events(project), letters))

const cases: ReadonlyArray<readonly [name: string, selection: Partial<EventSelection>, left: string]> = [
  ["of a person", { personIds: [deriveUuid("first")] }, "ef"],
  ["of distinct ids", { distinctIds: ["ü'1\\", "three"] }, "cd"],
  ["of a person or a distinct id", { personIds: [deriveUuid("second")], distinctIds: ["two"] }, "ab"],
  ["of names", { events: ["opened 'it'", "closed\t"] }, "de"],
  ["of a time", { from: at(2), to: at(4) }, "abef"],
  [
    "of all conditions together",
    { personIds: [deriveUuid("first")], events: ["left"], from: at(3), to: at(4) },
    "abcef"
  ],
  ["that were stored by then", { events: ["left"], until: at(13) }, "abcef"],
  ["that are none", { events: ["other"] }, "abcdef"]
]

/** Tests of the removal of events. */
export const eventRemovalTests = (it: Vitest.MethodsNonLive<RemovalPorts>): void => {
  for (const [name, more, expected] of cases) {
    it.effect(`events ${name} are counted and removed, twice as once`, () =>
      Effect.gen(function*() {
        const removal = yield* EventRemoval
        const project = yield* makeProjectId
        const selection = { ...everything, ...more }
        yield* stored(project)
        assert.strictEqual(yield* removal.count(project, selection), 6 - expected.length)
        yield* removal.remove(project, selection)
        assert.strictEqual(yield* left(project), expected)
        assert.strictEqual(yield* removal.count(project, selection), 0)
        yield* removal.remove(project, selection)
        assert.strictEqual(yield* left(project), expected)
      }))
  }

  it.effect("events of another project stay, and removed ones do not exist", () =>
    Effect.gen(function*() {
      const removal = yield* EventRemoval
      const store = yield* EventStore
      const [here, there] = yield* makeTwoProjects
      yield* stored(here.id)
      yield* stored(there.id)
      const uuids = (yield* (yield* StoredRows).events(here.id)).map(({ uuid }) => uuid)
      const selection = { ...everything, distinctIds: ["ü'1\\", "two", "three"] }
      yield* removal.remove(here.id, selection)
      assert.strictEqual(yield* left(here.id), "")
      assert.strictEqual(yield* left(there.id), "abcdef")
      assert.deepStrictEqual([...(yield* store.existing(here.id, uuids))], [])
    }))

  it.effect("an event that shares its uuid with a removed one stays, and exists", () =>
    Effect.gen(function*() {
      const removal = yield* EventRemoval
      const store = yield* EventStore
      const project = yield* makeProjectId
      const uuid = yield* makeUuid7
      const [gone, kept] = [
        yield* makeEvent(project, { uuid, event: "gone", lib: "g", timestamp: at(0), inserted_at: at(10) }),
        yield* makeEvent(project, { uuid, event: "kept", lib: "k", timestamp: at(1), inserted_at: at(10) })
      ]
      yield* store.append(yield* makeUuid7, [gone, kept])
      yield* removal.remove(project, { ...everything, events: ["gone"] })
      assert.strictEqual(yield* left(project), "k")
      assert.deepStrictEqual([...(yield* store.existing(project, [uuid]))], [uuid])
    }))
}
