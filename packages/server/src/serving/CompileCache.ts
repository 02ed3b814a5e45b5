import * as Effect from "effect/Effect"
import { flushCompileCache } from "node:module"

/** Writes down what has been compiled so far, so that also a start after a kill need not compile it again. */
export const keepCompiled: Effect.Effect<void> = Effect.sync(() => flushCompileCache())
