import { assert, it } from "@effect/vitest"
import { FeatureFlagNotFound } from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { answering } from "@hedgerow/http/errors/ErrorTable"
import { Effect, Schema } from "effect"

/** An error of core without a row. */
class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", {}) {}

it.effect("an error without a row in the table is one of types, which names the table", () =>
  Effect.gen(function*() {
    // @ts-expect-error Type 'NoteNotFound' is not assignable to type 'InErrorTable'
    // @effect-diagnostics-next-line missingEffectError:off
    const unanswered = answering(Effect.fail(new NoteNotFound()))
    assert.isTrue(Effect.isEffect(unanswered))
    const error = yield* Effect.flip(answering(Effect.fail(new FeatureFlagNotFound())))
    assert.strictEqual(error.status, 404)
  }))
