import * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { describeBadSetting, findBadSettings } from "../config/BadSettings.ts"
import { describeUnknown, findUnknownSettings } from "../config/UnknownSettings.ts"

const describeListen = (cause: unknown): string => {
  if (!Predicate.hasProperty(cause, "code")) return Cause.pretty(Cause.fail(cause))
  const at = `${"address" in cause ? String(cause.address) : ""}:${"port" in cause ? String(cause.port) : ""}`
  switch (cause.code) {
    case "EADDRINUSE":
      return `${at} is in use by another process; set HEDGEROW_PORT to a free port.`
    case "EACCES":
      return `listening on ${at} is not permitted; set HEDGEROW_PORT or HEDGEROW_HOST.`
    case "EADDRNOTAVAIL":
      return `HEDGEROW_HOST: ${at} is not an address of this computer.`
    case "ENOTFOUND":
      return `HEDGEROW_HOST: ${"hostname" in cause ? String(cause.hostname) : "it"} is unknown.`
    default:
      return `the server cannot listen: ${String(cause.code)}`
  }
}

/** Errors of the domain have their text in `message`, those of a query in `detail`. */
const describeTagged = (error: object, cause: Cause.Cause<unknown>): string =>
  [Predicate.hasProperty(error, "message") && error.message, Predicate.hasProperty(error, "detail") && error.detail]
    .filter(Predicate.isString).find((text) => text !== "") ?? Cause.pretty(cause)

/** Whether the command line was not understood; its parser has reported that already. */
export const isUsageFailure = (cause: Cause.Cause<unknown>): boolean =>
  Predicate.isTagged(Cause.squash(cause), "ShowHelp")

const isBadSetting = (error: unknown): boolean =>
  error instanceof Config.ConfigError || Predicate.isTagged(error, "SettingsMisspelt")

/**
 * The reason for which a command failed, in words for the person who started it: one text, or one for each bad setting.
 */
export const describeStartFailure = (cause: Cause.Cause<unknown>): Effect.Effect<ReadonlyArray<string>> =>
  isBadSetting(Cause.squash(cause))
    ? Effect.zipWith(
      Effect.orDie(findUnknownSettings),
      findBadSettings,
      (unknown, bad) => [...unknown.map(describeUnknown), ...bad.map(describeBadSetting)]
    )
    : Effect.succeed([describeFailure(cause)])

/** The reason for a failure, in one text for people. */
export const describeFailure = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (Predicate.isTagged(error, "ServeError") && "cause" in error) return describeListen(error.cause)
  return Predicate.hasProperty(error, "_tag") ? describeTagged(error, cause) : Cause.pretty(cause)
}
