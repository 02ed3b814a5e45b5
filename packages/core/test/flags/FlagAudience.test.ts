import { assert, it } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { compileFlags } from "@hedgerow/core/evaluation/CompiledFlags"
import { makeFlagAudience } from "@hedgerow/core/flags/editing/FlagAudience"
import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import { HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onPerson } from "./FlagWorld.ts"

const unused = () => withoutCopies(Effect.die("not used here"))
const members = { addMembers: unused, replaceMembers: unused }
const compiled = compileFlags({ flags: [], cohorts: [], groupTypes: new Map(), timeZone: "UTC" })
const condition = { properties: [onPerson("x")], groupTypeIndex: null }
const here = 1 as ProjectId
const there = 2 as ProjectId

/** Counting over persons whose reading takes `seconds`; `walks` lists the projects being walked. */
const makeSlow = Effect.fnUntraced(function*(seconds: number) {
  const walks: Array<ProjectId> = []
  const persons = Layer.mock(PersonRepository)({
    apply: unused,
    remove: unused,
    count: () => Effect.succeed(5),
    page: (project) =>
      Effect.sleep(`${seconds} seconds`).pipe(
        Effect.as([]),
        Effect.ensuring(Effect.sync(() => void walks.splice(walks.indexOf(project), 1))),
        (reading) => Effect.andThen(Effect.sync(() => void walks.push(project)), reading)
      )
  })
  const ports = Layer.mergeAll(
    persons,
    Layer.mock(CohortRepository)({ ...members, membershipsOfAll: () => Effect.succeed(new Map()) }),
    Layer.mock(GroupRepository)({ save: unused }),
    Layer.mock(HashKeyRepository)({})
  )
  const { matching } = yield* makeFlagAudience(() => Effect.succeed({ compiled } as FlagDefinitions)).pipe(
    Effect.provide(ports)
  )
  const start = (project: ProjectId) => Effect.forkChild(matching(project, condition), { startImmediately: true })
  return { start, walks }
})

it.effect("a project's persons are walked by one count at a time, and nobody waits for another project", () =>
  Effect.gen(function*() {
    const { start, walks } = yield* makeSlow(10)
    const first = yield* start(here)
    const second = yield* start(here)
    const other = yield* start(there)
    yield* TestClock.adjust("9 seconds")
    assert.deepStrictEqual(walks, [here, there])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(first), { affected: 0, total: 5 })
    assert.deepStrictEqual(yield* Fiber.join(other), { affected: 0, total: 5 })
    yield* TestClock.adjust("9 seconds")
    assert.deepStrictEqual(walks, [here])
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual(yield* Fiber.join(second), { affected: 0, total: 5 })
  }))

it.effect("a count that takes too long is given up, also while it waits, and makes room", () =>
  Effect.gen(function*() {
    const { start, walks } = yield* makeSlow(31)
    const first = yield* start(here)
    yield* TestClock.adjust("5 seconds")
    const second = yield* start(here)
    yield* TestClock.adjust("25 seconds")
    assert.deepInclude(yield* Effect.flip(Fiber.join(first)), { _tag: "FlagAudienceTimedOut", seconds: 30 })
    assert.deepStrictEqual(walks, [here])
    yield* TestClock.adjust("5 seconds")
    assert.deepInclude(yield* Effect.flip(Fiber.join(second)), { _tag: "FlagAudienceTimedOut" })
    assert.deepStrictEqual(walks, [])
  }))
