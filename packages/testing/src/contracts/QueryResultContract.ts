import { assert, layer, type Vitest } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryResultRepository } from "@hedgerow/core/query/execution/QueryResultRepository"
import { type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Fiber, type Layer, Option } from "effect"
import { makeProjectId, makeTwoProjects, type ProjectPorts } from "./fixtures.ts"
import { answerSizes, furtherSizes, longJson } from "./LongTexts.ts"

const at = (second: number) => 1_700_000_000_000_001 + second * 1_000_000 as EventTime

const result = (project: ProjectId, key: string, second: number, body: LongText = "{}") => ({
  project_id: project,
  cache_key: key,
  body,
  computed_at: at(second)
})

/** A text in pieces of very different lengths; it begins with a bracket. */
const inPieces = (text: string): LongText => [text.slice(0, 1), text.slice(1)]

/** Bounds that no result of these tests exceeds. */
const wide = { since: 0 as EventTime, results: 1_000, bytes: 2 ** 40 }

type Ports = QueryResultRepository | ProjectPorts

/** The contract of every `QueryResultRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query results: ${name}`, (it) => {
    const keysOf = Effect.fnUntraced(function*(project: ProjectId, keys: string) {
      const results = yield* QueryResultRepository
      const found = yield* Effect.forEach([...keys], (key) => results.find(project, key, at(0)))
      return found.flatMap((one) => Option.isSome(one) ? [one.value.cache_key] : []).join("")
    })

    it.effect("the newest answer is kept, in its project alone", () =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const [here, there] = yield* makeTwoProjects
        const body = JSON.stringify({ results: [["\u0000 ü🌿 \ud800"]] })
        yield* results.keep(result(here.id, "a", 1))
        yield* results.keep(result(here.id, "a", 3, body))
        yield* results.keep(result(here.id, "a", 2))
        const found = Option.some({ ...result(here.id, "a", 3, body), isUnderWay: false })
        assert.deepStrictEqual(yield* results.find(here.id, "a", at(4)), found)
        assert.deepStrictEqual(yield* results.find(here.id, "a", at(4)), found)
        assert.isTrue(Option.isNone(yield* results.find(there.id, "a", at(4))))
        assert.isTrue(Option.isNone(yield* results.find(here.id, "b", at(4))))
      }))

    it.effect("an answer that was replaced, removed or made anew is found as it is now", () =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const project = yield* makeProjectId
        const bodyOf = Effect.map(
          results.find(project, "a", at(4)),
          Option.match({
            onNone: () => undefined,
            onSome: ({ body }) => wholeText(body)
          })
        )
        const bodies: Array<string | undefined> = [yield* bodyOf]
        for (const body of ["1", "2", "2", "3"]) {
          yield* results.keep(result(project, "a", 1, body))
          bodies.push(yield* bodyOf, yield* bodyOf)
        }
        yield* results.trim({ ...wide, since: at(2) })
        bodies.push(yield* bodyOf)
        yield* results.keep(result(project, "a", 1, "4"))
        bodies.push(yield* bodyOf)
        assert.deepStrictEqual(bodies, [undefined, "1", "1", "2", "2", "2", "2", "3", "3", undefined, "4"])
      }))

    largeAnswers(it, answerSizes)

    it.effect("answers that are looked for at once are each found, and who gives up takes none from the others", () =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const [here, there] = yield* makeTwoProjects
        for (const project of [here.id, there.id]) yield* results.keep(result(project, "a", 1, `"${project}"`))
        yield* results.keep(result(here.id, "b", 1, `"b"`))
        const bodyOf = (project: ProjectId, key: string) =>
          Effect.map(
            results.find(project, key, at(4)),
            Option.match({ onNone: () => null, onSome: ({ body }) => wholeText(body) })
          )
        const leaving = yield* Effect.forkChild(bodyOf(here.id, "a"), { startImmediately: true })
        const asked = [[here.id, "a"], [there.id, "a"], [there.id, "b"], [here.id, "b"], [here.id, "a"]] as const
        const finding = yield* Effect.forkChild(
          Effect.forEach(asked, ([project, key]) => bodyOf(project, key), { concurrency: "unbounded" }),
          { startImmediately: true }
        )
        yield* Fiber.interrupt(leaving)
        const expected = [`"${here.id}"`, `"${there.id}"`, null, `"b"`, `"${here.id}"`]
        assert.deepStrictEqual(yield* Fiber.join(finding), expected)
      }))

    it.effect("too many, too large and too old ones go, the oldest first and by project", () =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const [here, there] = yield* makeTwoProjects
        const third = yield* makeProjectId
        for (const [second, key] of [..."abcdef"].entries()) {
          yield* results.keep(result(here.id, key, second, `"${"ü".repeat(10)}"`))
        }
        yield* results.keep(result(there.id, "a", 0))
        yield* results.keep(result(third, "x", 9, `"${"y".repeat(200)}"`))
        yield* results.trim(wide)
        assert.strictEqual(yield* keysOf(here.id, "abcdef"), "abcdef")
        assert.isAtLeast(yield* results.trim({ ...wide, results: 5 }), 1)
        assert.strictEqual(yield* keysOf(here.id, "abcdef"), "bcdef")
        yield* results.trim({ ...wide, bytes: 3 * 22 })
        assert.strictEqual(yield* keysOf(here.id, "abcdef"), "def")
        assert.strictEqual(yield* keysOf(there.id, "a"), "a")
        assert.strictEqual(yield* keysOf(third, "x"), "")
        yield* results.trim({ ...wide, since: at(4) })
        assert.strictEqual(yield* keysOf(here.id, "abcdef"), "ef")
        assert.strictEqual(yield* keysOf(there.id, "a"), "")
      }))
  })
}

/** The answers of further sizes, which take seconds. */
export const longSuite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query results: ${name}, further sizes`, (it) => {
    largeAnswers(it, furtherSizes)
  })
}

const largeAnswers = (it: Vitest.MethodsNonLive<Ports>, sizes: ReadonlyArray<number>): void => {
  it.effect.each(sizes)(
    "an answer of %d MiB is found as it was kept, until another takes its place",
    (size) =>
      Effect.gen(function*() {
        const results = yield* QueryResultRepository
        const [here, there] = yield* makeTwoProjects
        const body = longJson(size)
        const short = "\"short\""
        yield* results.keep(result(here.id, "a", 1, short))
        yield* results.keep(result(here.id, "a", 2, body))
        yield* results.keep(result(there.id, "b", 2, inPieces(body)))
        assert.isTrue(wholeText(Option.getOrThrow(yield* results.find(there.id, "b", at(4))).body) === body)
        yield* results.keep(result(here.id, "a", 1, longJson(2)))
        const found = Effect.map(
          Effect.forEach(["a", "b", "a"], (key) => results.find(here.id, key, at(4)), { concurrency: "unbounded" }),
          (all) => all.map(Option.match({ onNone: () => null, onSome: (one) => wholeText(one.body) }))
        )
        const [first, none, second] = yield* found
        assert.deepStrictEqual([first === body, none, second === body], [true, null, true])
        assert.isTrue(Option.isNone(yield* results.find(there.id, "a", at(4))))
        yield* results.keep(result(here.id, "a", 3, short))
        assert.deepStrictEqual(yield* found, [short, null, short])
      })
  )
}
