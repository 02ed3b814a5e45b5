import * as Effect from "effect/Effect"
import type * as LogLevel from "effect/LogLevel"
import { MinimumLogLevel } from "effect/References"

/** Leaves out log lines below the level. */
export const withLogLevel = (level: LogLevel.LogLevel) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(effect, MinimumLogLevel, level)
