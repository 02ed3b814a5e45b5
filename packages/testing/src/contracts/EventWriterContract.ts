import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Event } from "@hedgerow/core/events/Event"
import { appendMillis, EventKeys, leaseMillis } from "@hedgerow/core/events/EventKeys"
import { EventStore, EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { earliest, type EventTime, latest } from "@hedgerow/core/events/EventTime"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import { deriveUuid, makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeEvent, makeEvents, makeProject, makeTwoProjects } from "./fixtures.ts"
import { StoredRows } from "./StoredRows.ts"

type Ports = EventKeys | EventStore | EventWriter | OrganizationRepository | ProjectRepository | StoredRows

const byUuid = (events: ReadonlyArray<Event>): ReadonlyArray<Event> =>
  events.toSorted((left, right) => left.uuid < right.uuid ? -1 : 1)

/** Writes the events and asserts that each is stored once, exactly as sent. */
const assertKept = Effect.fnUntraced(function*(events: readonly [Event, ...ReadonlyArray<Event>]) {
  const writer = yield* EventWriter
  const rows = yield* StoredRows
  assert.strictEqual((yield* writer.write(events)).appended, events.length)
  assert.deepStrictEqual(byUuid(yield* rows.events(events[0].project_id)), byUuid(events))
})

/** Writes until no other writer holds any of the events; answers how many of them these writes stored. */
const writeUntilFree = (events: ReadonlyArray<Event>): Effect.Effect<number, EventStoreUnavailable, EventWriter> =>
  Effect.flatMap(EventWriter, (writer) => writer.write(events)).pipe(
    Effect.map(({ appended }) => appended),
    Effect.catchTag(
      "EventsLeased",
      ({ appended }) => Effect.map(writeUntilFree(events), (more) => more + appended.length)
    )
  )

/** The contract of every `EventWriter`. Leases are measured with Effect's `Clock`, which some of these tests move. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Event writer: ${name}`, (it) => {
    once(it)
    verbatim(it)
    leases(it)
  })
}

/** A claimed write whose append fails. */
const failingWrite = (events: ReadonlyArray<Event>, isUntouched: boolean) =>
  Effect.gen(function*() {
    const store = yield* EventStore
    const failing = Layer.succeed(EventStore, {
      ...store,
      append: () => Effect.fail(new EventStoreUnavailable({ cause: "away", isUntouched }))
    })
    const write = Effect.flatMap(EventWriter, (writer) => Effect.flip(writer.write(events)))
    yield* Effect.provide(write, Layer.fresh(EventWriter.layerClaimed).pipe(Layer.provide(failing)))
  })

type It = Vitest.MethodsNonLive<Ports>

const once = (it: It): void => {
  it.effect("each event is stored; the same batch again appends nothing", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const [first, second, third] = yield* Effect.all([makeEvent(id), makeEvent(id), makeEvent(id)])
      yield* assertKept([first, second])
      assert.strictEqual((yield* writer.write([first, second])).appended, 0)
      const duplicates = [{ project_id: id, uuid: second.uuid }]
      assert.deepStrictEqual(yield* writer.write([second, third]), { appended: 1, duplicates })
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid([first, second, third]))
    }))

  it.effect("an event that comes twice in one batch is stored once", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const event = yield* makeEvent(id)
      assert.strictEqual((yield* writer.write([event, { ...event }])).appended, 1)
      assert.strictEqual((yield* rows.events(id)).length, 1)
    }))

  it.effect("a duplicate with other contents does not change what is stored", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const event = yield* makeEvent(id)
      yield* writer.write([event])
      assert.strictEqual((yield* writer.write([{ ...event, event: "other", properties: "{}" }])).appended, 0)
      assert.deepStrictEqual(yield* rows.events(id), [event])
    }))

  it.effect("an empty write appends nothing", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      assert.strictEqual((yield* writer.write([])).appended, 0)
    }))

  it.effect("the same uuid in two projects is two events", () =>
    Effect.gen(function*() {
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const [here, there] = yield* makeTwoProjects
      const mine = yield* makeEvent(here.id)
      const theirs = yield* makeEvent(there.id, { uuid: mine.uuid })
      assert.strictEqual((yield* writer.write([mine])).appended, 1)
      assert.strictEqual((yield* writer.write([mine, theirs])).appended, 1)
      assert.deepStrictEqual(yield* rows.events(here.id), [mine])
      assert.deepStrictEqual(yield* rows.events(there.id), [theirs])
    }))

  it.effect("overlapping concurrent writes store each event once and count it once", () =>
    Effect.gen(function*() {
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const events = yield* makeEvents(id, 40)
      const slices = Array.from({ length: 8 }, (_, at) => events.slice(at * 4, at * 4 + 12).toReversed())
      const written = yield* Effect.forEach(slices, writeUntilFree, { concurrency: "unbounded" })
      assert.strictEqual(written.reduce((sum, appended) => sum + appended, 0), 40)
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid(events))
    }))
}

/** Texts that break a storage which quotes, splits, folds or re-encodes. */
const unusual: ReadonlyArray<readonly [string, string]> = [
  ["quotes", "it's a \"test\" `of` $1 ${x} :name ? %s"],
  ["tabs, newlines and returns", "a\tb\nc\r\nd\re\u000bf\u000cg"],
  ["backslashes", "\\ \\\\ \\N \\n \\t \\x41 \\u0041 \\."],
  ["emoji and combining marks", "🦔👩‍👩‍👧‍👦 e\u0301 é ﷽ 日本語 \u202eabc"],
  ["separators", "a,b;c|d\u2028e\u2029f\u00a0g\u0001h\u001fi\u007fj"],
  ["outer blanks", "  \t padded \n "],
  ["the null of a copy format", "\\N"],
  ["words that mean something elsewhere", "NULL"]
]

const verbatim = (it: It): void => {
  it.effect.each(unusual)("keeps %s", ([, text]) =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const json = JSON.stringify({ [text]: text })
      yield* assertKept([
        yield* makeEvent(id, {
          event: text,
          distinct_id: text,
          properties: json,
          derived: json,
          person_properties: json,
          group_0: text,
          group_4: text,
          session_id: text,
          window_id: text,
          elements_chain: text,
          lib: text
        }),
        yield* makeEvent(id)
      ])
    }))

  it.effect("keeps properties byte for byte: key order, spaces, escapes, repeated keys, long numbers, NUL escapes", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const properties = String.raw`{ "b":1,  "a" : 1.0e2, "a":"\u0000\ud800\u00e9\/", "n":12345678901234567890.10,` +
        "\n\t\"z\":[ ]\r\n}"
      yield* assertKept([yield* makeEvent(id, { properties })])
    }))

  it.effect("keeps properties of a mebibyte", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const properties = JSON.stringify({ text: "hedge\\row\t🦔 ".repeat(70_000).slice(0, 1_048_576) })
      assert.isAbove(properties.length, 1_048_576)
      yield* assertKept([yield* makeEvent(id, { properties }), yield* makeEvent(id)])
    }))

  it.effect("keeps times from 1900 to 2199 to the microsecond, and absent ones", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const times = [earliest, -1, 0, 1, 951_782_400_000_001, 1_700_000_000_999_999, 4_102_444_800_000_000, latest]
      const [first, ...others] = times.map((time) => time as EventTime)
      const at = (time: EventTime = earliest) =>
        makeEvent(id, {
          timestamp: time,
          sent_at: time,
          received_at: time,
          inserted_at: time,
          person_created_at: time
        })
      const none = yield* makeEvent(id, { sent_at: null, person_created_at: null, person_mode: "propertyless" })
      yield* assertKept([yield* at(first), ...(yield* Effect.forEach(others, at)), none])
    }))
}

const leases = (it: It): void => {
  it.effect("while another batch holds an event the write fails, yet keeps the others", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const [held, free] = yield* Effect.all([makeEvent(id), makeEvent(id)])
      const batch = yield* makeUuid7
      yield* keys.claim(batch, [held])
      const exit = yield* writer.write([held, free]).pipe(Effect.flip, Effect.exit)
      const kept = Exit.isSuccess(exit) && exit.value._tag === "EventsLeased" ? exit.value.appended : undefined
      assert.deepStrictEqual(kept, [{ project_id: id, uuid: free.uuid }])
      assert.deepStrictEqual(yield* rows.events(id), [free])
      yield* keys.release(batch)
      assert.strictEqual((yield* writer.write([held, free])).appended, 1)
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid([held, free]))
    }))

  it.effect("events of a batch that vanished are stored once its lease is over, unless they are already", () =>
    Effect.gen(function*() {
      const keys = yield* EventKeys
      const store = yield* EventStore
      const writer = yield* EventWriter
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const [stored, lost] = yield* Effect.all([makeEvent(id), makeEvent(id, { uuid: deriveUuid(id, "lost") })])
      const batch = yield* makeUuid7
      yield* keys.claim(batch, [stored, lost])
      yield* store.append(batch, [stored])
      assert.strictEqual((yield* Effect.flip(writer.write([stored, lost])))._tag, "EventsLeased")
      yield* TestClock.adjust(leaseMillis)
      assert.strictEqual((yield* writer.write([stored, lost])).appended, 1)
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid([stored, lost]))
      assert.strictEqual((yield* writer.write([stored, lost])).appended, 0)
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("an append that surely did not happen gives its events back at once, one of unknown fate does not", () =>
    Effect.gen(function*() {
      const rows = yield* StoredRows
      const { id } = yield* makeProject
      const [untouched, unknown] = yield* Effect.all([makeEvent(id), makeEvent(id)])
      yield* failingWrite([untouched], true)
      yield* failingWrite([unknown], false)
      const writer = yield* EventWriter
      assert.strictEqual((yield* writer.write([untouched])).appended, 1)
      assert.strictEqual((yield* Effect.flip(writer.write([unknown])))._tag, "EventsLeased")
      yield* TestClock.adjust(leaseMillis)
      yield* failingWrite([unknown], true)
      assert.strictEqual(
        (yield* Effect.flip(writer.write([unknown])))._tag,
        "EventsLeased",
        "another may have stored it"
      )
      yield* TestClock.adjust(leaseMillis)
      assert.strictEqual((yield* writer.write([unknown])).appended, 1)
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid([untouched, unknown]))
    }).pipe(Effect.provide(TestClock.layer())))

  it.effect("an append that does not end is given up before others may take its events over", () =>
    Effect.gen(function*() {
      const rows = yield* StoredRows
      const store = yield* EventStore
      const { id } = yield* makeProject
      const events = yield* Effect.all([makeEvent(id), makeEvent(id)])
      const begun = yield* Deferred.make<void>()
      const givenUp = yield* Deferred.make<void>()
      const slow = Layer.succeed(EventStore, {
        ...store,
        append: () =>
          Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(givenUp, undefined))
          )
      })
      const write = Effect.flatMap(EventWriter, (writer) => Effect.flip(writer.write(events)))
      const writing = yield* Effect.forkChild(
        Effect.provide(write, Layer.fresh(EventWriter.layerClaimed).pipe(Layer.provide(slow)))
      )
      const writer = yield* EventWriter
      yield* Deferred.await(begun)
      yield* Effect.yieldNow
      yield* TestClock.adjust(appendMillis)
      assert.strictEqual((yield* Fiber.join(writing))._tag, "EventStoreUnavailable")
      assert.isTrue(yield* Deferred.isDone(givenUp))
      assert.isBelow(appendMillis, leaseMillis)
      assert.strictEqual((yield* Effect.flip(writer.write(events)))._tag, "EventsLeased")
      yield* TestClock.adjust(leaseMillis)
      assert.strictEqual((yield* writer.write(events)).appended, 2)
      assert.deepStrictEqual(byUuid(yield* rows.events(id)), byUuid(events))
    }).pipe(Effect.provide(TestClock.layer())))
}
