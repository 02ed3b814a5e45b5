import { assert, describe, it } from "@effect/vitest"
import type { CaptureRejected, IngestionUnavailable } from "@hedgerow/core/events/Capture"
import { CaptureLimits } from "@hedgerow/core/events/CaptureLimits"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Effect, Fiber } from "effect"
import { IngestionWorld } from "./IngestionWorld.ts"

const inWorld = <A, E>(test: (world: IngestionWorld) => Effect.Effect<A, E, Ingestion>) =>
  Effect.suspend(() => {
    const world = new IngestionWorld()
    return Effect.provide(test(world), world.layer)
  })

const event = (distinctId: string, properties: object = {}, name = "m") => ({
  event: name,
  distinct_id: distinctId,
  timestamp: "2026-03-04T00:00:00Z",
  properties
})

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

/** The number of turns that another fiber had meanwhile. */
const turnsDuring = Effect.fnUntraced(function*<A, E, R>(effect: Effect.Effect<A, E, R>) {
  let turns = 0
  const other = yield* Effect.forkChild(
    Effect.forever(Effect.andThen(Effect.sync(() => void turns++), Effect.yieldNow)),
    { startImmediately: true }
  )
  yield* effect
  yield* Fiber.interrupt(other)
  return turns
})

/** The error of a refused request, which leaves everything stored as it was. */
const refusal = Effect.fnUntraced(function*(
  world: IngestionWorld,
  request: Effect.Effect<void, CaptureRejected | IngestionUnavailable, Ingestion>
) {
  const stored =
    () => [world.stored().length, world.persons.size, world.groups.size, world.personWrites, world.learnt.length]
  const before = stored()
  const error = yield* Effect.flip(request)
  assert.deepStrictEqual(stored(), before)
  assert.strictEqual(error._tag, "CaptureRejected")
  return error._tag === "CaptureRejected" ? { fault: error.fault, detail: error.detail } : undefined
})

const large = "x".repeat(600_000)
const maxPersonBytes = 32 * 1024 * 1024

describe("a person's properties on each of its events", () => {
  it.effect("are refused when there would be too many bytes of them, and nothing is stored", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture([event("s1", { $set: { large } })])
        const refused = yield* refusal(world, world.capture(times(8_000, () => event("s1"))))
        assert.strictEqual(refused?.fault, "too_much_person_data")
        assert.include(refused?.detail, `may have ${maxPersonBytes} bytes`)
        yield* world.capture(times(50, (i) => event("s1", { i })))
        assert.strictEqual(world.stored().length, 51)
      })
    ))

  it.effect("are refused when there would be too many of them, however short", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const wide = times(50_000, () => 1)
        yield* world.capture([event("s1", { $set: { wide } })])
        const refused = yield* refusal(world, world.capture(times(20, () => event("s1"))))
        assert.strictEqual(refused?.fault, "too_much_person_data")
        yield* world.capture(times(19, (i) => event("s1", { i })))
        assert.strictEqual(world.stored().length, 20)
      })
    ))

  it.effect("are as of each event, and bounded together when each event sets another one", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const growing = (count: number) => times(count, (i) => event("s1", { i, $set: { [`p${i}`]: 1 } }))
        const refused = yield* refusal(world, world.capture(growing(5_000)))
        assert.strictEqual(refused?.fault, "too_much_person_data")
        yield* world.capture(growing(1_000))
        const rows = world.stored()
        assert.deepStrictEqual(
          rows.map(({ person_properties }) => Object.keys(JSON.parse(person_properties) as object).length),
          times(1_000, (i) => i + 1)
        )
        assert.isBelow(rows.reduce((sum, row) => sum + row.person_properties.length, 0), maxPersonBytes)
      })
    ))

  it.effect("of many persons refuse only the request that has too many, not those written with it", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture([event("s1", { $set: { large } })])
        const sound = times(20, (i) => world.capture([event(`u${i}`)]))
        const [refused] = yield* Effect.all(
          [Effect.flip(world.capture(times(8_000, () => event("s1")))), ...sound],
          { concurrency: "unbounded" }
        )
        assert.strictEqual(refused?._tag, "CaptureRejected")
        assert.strictEqual(world.stored().length, 21)
        assert.deepStrictEqual(world.stored().map((row) => row.distinct_id).toSorted().at(0), "s1")
      })
    ))
})

describe("one request", () => {
  it.effect("has no more events than it may, and as many as it may", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const refused = yield* refusal(world, world.capture(times(11, (i) => event(`u${i}`))))
        assert.deepStrictEqual(refused, {
          fault: "too_many_events",
          detail: "A request may have 10 events. Nothing was stored; send it in smaller requests."
        })
        yield* world.capture(times(10, (i) => event(`u${i}`)))
        assert.strictEqual(world.stored().length, 10)
      })
    ).pipe(Effect.provideService(CaptureLimits, { ...CaptureLimits.defaultValue(), maxEvents: 10 })))

  it.effect("has no more merges than it may, and as many as it may", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        const merges = ["$identify", "$create_alias", "$merge_dangerously"].flatMap((name) =>
          ["a", "b"].map((id) => Object.assign(event(id), { event: name }))
        )
        const refused = yield* refusal(world, world.capture(merges))
        assert.deepStrictEqual(refused, {
          fault: "too_many_events",
          detail: "A request may have 5 events that merge persons. Nothing was stored; send it in smaller requests."
        })
        yield* world.capture([event("u"), ...merges.slice(1)])
        assert.strictEqual(world.stored().length, 6)
      })
    ).pipe(Effect.provideService(CaptureLimits, { ...CaptureLimits.defaultValue(), maxMerges: 5 })))

  const refusedBodies: ReadonlyArray<readonly [name: string, fault: string, batch: string]> = [
    ["more JSON values than it may", "too_many_values", `[${"[],".repeat(19_000)}[${"[],".repeat(500_000)}[]]]`],
    [
      "an event with numbers of too many digits",
      "event_too_large",
      `[{"properties":{"n":[${"1e300,".repeat(5_000)}1]}}]`
    ],
    [
      "numbers of too many digits",
      "too_many_values",
      `[${times(60, () => `{"event":"m","distinct_id":"u","properties":{"n":[${"1e300,".repeat(3_000)}1]}}`).join()}]`
    ]
  ]
  for (const [name, fault, batch] of refusedBodies) {
    it.effect(`with ${name} is refused before it is stored`, () =>
      inWorld((world) =>
        Effect.gen(function*() {
          const { capture } = yield* Ingestion
          const body = `{"api_key":"phc_one","batch":${batch}}`
          const request = { body, receivedAt: 1_772_600_000_000_000 as never, ip: undefined, sentAt: undefined }
          const refused = yield* refusal(world, capture(request))
          assert.strictEqual(refused?.fault, fault)
        })
      ))
  }

  const long: ReadonlyArray<readonly [name: string, batch: () => ReadonlyArray<object>]> = [
    ["20,000 small events", () => times(20_000, (i) => event(`u${i}`))],
    [
      "10,000 merges, each into the person after",
      () => times(10_000, (i) => event(`u${i + 1}`, { alias: `u${i}` }, "$merge_dangerously"))
    ],
    [
      "10,000 persons merged into one",
      () => times(10_000, (i) => event("one", { alias: `u${i}` }, "$merge_dangerously"))
    ],
    ["1,000 events that each set another property", () => times(1_000, (i) => event("s1", { $set: { [`p${i}`]: 1 } }))],
    [
      "3,000 groups' properties",
      () =>
        times(
          3_000,
          (i) => event("u", { $group_type: "c", $group_key: "k", $group_set: { [`p${i}`]: 1 } }, "$groupidentify")
        )
    ],
    [
      "1,000 events of 100 new properties",
      () => times(1_000, (i) => event("u", Object.fromEntries(times(100, (n) => [`${i}/${n}`, 1]))))
    ]
  ]
  for (const [name, batch] of long) {
    it.effect(`of ${name} lets others go on in between`, () =>
      inWorld((world) =>
        Effect.gen(function*() {
          const body = batch()
          assert.isAbove(yield* turnsDuring(world.capture(body)), body.length / 100)
          assert.strictEqual(world.stored().length, body.length)
        })
      ))
  }

  it.effect("merges a chain of 10,000 into one person with the properties of all", () =>
    inWorld((world) =>
      Effect.gen(function*() {
        yield* world.capture(times(10_000, (i) => event(`u${i}`, i < 50 ? { $set: { [`p${i}`]: i } } : {})))
        yield* world.capture(
          times(9_999, (i) => event(`u${i + 1}`, { alias: `u${i}` }, "$merge_dangerously"))
        )
        assert.strictEqual(world.persons.size, 1)
        const [person] = world.persons.values()
        assert.strictEqual(Object.keys(person?.properties ?? {}).length, 50)
        assert.deepStrictEqual([...new Set(world.owners.values())], [person?.id])
      })
    ))
})
