import { assert, layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { SqlResponse } from "@hedgerow/core/query/kinds/sql/SqlResponse"
import { Queries } from "@hedgerow/core/query/Queries"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { encodeJson, encodeResponse } from "@hedgerow/sql/types/ResultJson"
import { type Context, Effect, Layer, Result } from "effect"
import { groups } from "./cases/groups.ts"
import type { Known, Refusal, Rows, Shape, SqlCase } from "./SqlCase.ts"
import { hostileTests } from "./SqlIsolation.ts"
import { pageSizeTests, pagesTests } from "./SqlPages.ts"
import { sizeTests } from "./SqlSizes.ts"
import { layerClock, SqlWorld, type WorldProject } from "./SqlWorld.ts"

/** Every text of SQL, through capture and query, has the same answer on every storage. */
export const suite = <E>(name: string, layer: Layer.Layer<StoragePorts, E>): void => {
  withLayer(worldOver(layer))(`${name}: SQL`, (it) => {
    for (const group of groups) {
      for (const one of group.cases) {
        it.effect(`${group.name}: ${one.name}`, () => check(group.project, one))
      }
    }
    pageSizeTests(it, 1)
    pagesTests(it)
    sizeTests(it)
    hostileTests(it, 1, 60)
  })
}

/** The random tests of the suite in their long form, with seeds after those of the suite. */
export const longSuite = <E>(name: string, layer: Layer.Layer<StoragePorts, E>): void => {
  withLayer(worldOver(layer))(`${name}: SQL`, (it) => {
    pageSizeTests(it, 12)
    hostileTests(it, 61, 3000)
  })
}

const worldOver = <E>(layer: Layer.Layer<StoragePorts, E>) =>
  SqlWorld.layer.pipe(Layer.provideMerge(Domain.layer), Layer.provideMerge(layer.pipe(Layer.provide(layerClock))))

type World = Context.Service.Shape<typeof SqlWorld>

const isFunction = <A>(known: Known<A>): known is (world: World) => A => typeof known === "function"

const when = <A>(world: World, known: Known<A>): A => isFunction(known) ? known(world) : known

const ask = Effect.fnUntraced(function*(world: World, project: WorldProject, one: SqlCase) {
  const queries = yield* Queries
  const query = {
    kind: "ServiceSqlQuery" as const,
    query: one.sql,
    ...(one.values === undefined ? undefined : { values: when(world, one.values) }),
    ...(one.modifiers === undefined ? undefined : { modifiers: one.modifiers }),
    ...(one.filters === undefined ? undefined : { filters: when(world, one.filters) })
  }
  const limits = { ...defaultLimits, ...one.limits }
  const answer = queries.run(world.projects[project], { query })
  return yield* answer.pipe(Effect.provideService(QueryLimits, limits), Effect.result)
})

const checkAlone = Effect.fnUntraced(function*(project: WorldProject, one: SqlCase) {
  const world = yield* SqlWorld
  const answer = yield* ask(world, project, one)
  if ("refusal" in one.gives) return checkRefusal(answer, one.gives.refusal)
  if (Result.isFailure(answer)) return assert.fail(`refused: ${JSON.stringify(answer.failure)}`)
  checkAnswer(answer.success, when(world, one.gives.rows), one.gives.shape)
})

const check = (project: WorldProject, one: SqlCase): ReturnType<typeof checkAlone> =>
  Effect.catchCause(
    checkAlone(project, one),
    (cause) =>
      Effect.andThen(
        Effect.forEach(one.parts ?? [], (part) => checkAlone(project, part), { discard: true }),
        Effect.failCause(cause)
      )
  )

const checkRefusal = (answer: Result.Result<SqlResponse, Refusal | { readonly _tag: string }>, expected: Refusal) => {
  if (Result.isSuccess(answer)) return assert.fail(`not refused: ${encodeJson(answer.success.results)}`)
  const failure: { readonly _tag?: string; readonly code?: string; readonly detail?: string } = answer.failure
  assert.deepStrictEqual(
    {
      tag: failure._tag,
      ...(expected.code === undefined ? undefined : { code: failure.code }),
      ...(expected.detail === undefined ? undefined : { detail: failure.detail })
    },
    expected
  )
}

/** Rows are compared as JSON text, in which every digit and the kind of every value shows. */
const checkAnswer = (answer: SqlResponse, rows: Rows, { types, warnings, ...shape }: Shape) => {
  assert.strictEqual(encodeJson(answer.results), encodeJson(rows))
  assert.include(encodeResponse(answer), `"results":${encodeJson(rows)},`)
  for (const [key, expected] of Object.entries(shape)) {
    assert.deepStrictEqual({ [key]: answer[key as keyof SqlResponse] }, { [key]: expected })
  }
  if (types !== undefined) assert.deepStrictEqual(answer.types.map(([, type]) => type), types)
  if (warnings !== undefined) assert.lengthOf(answer.warnings, warnings)
}
