import { assert, describe, it } from "@effect/vitest"
import { traced } from "@hedgerow/core/shared/Traced"
import { Effect, Option, References } from "effect"

const spanName = Effect.map(Effect.option(Effect.currentSpan), Option.map(({ name }) => name))

const twice = traced("Numbers.twice")(
  Effect.fnUntraced(function*(number: number) {
    if (number < 0) return yield* Effect.fail("negative" as const)
    return { doubled: number * 2, span: yield* spanName }
  })
)

describe("traced", () => {
  it.effect("a call is a span of that name when there is a tracer", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* twice(2), { doubled: 4, span: Option.some("Numbers.twice") })
    }))

  it.effect("without a tracer a call answers the same and makes no span", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* twice(2), { doubled: 4, span: Option.none() })
    }).pipe(Effect.provideService(References.TracerEnabled, false)))

  it.effect("failures are those of the body", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* Effect.flip(twice(-1)), "negative")
      assert.strictEqual(
        yield* Effect.flip(Effect.provideService(twice(-1), References.TracerEnabled, false)),
        "negative"
      )
    }))
})
