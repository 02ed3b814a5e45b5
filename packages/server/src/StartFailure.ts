import * as Cause from "effect/Cause"
import * as Config from "effect/Config"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

/** `HEDGEROW_PORT: Expected …`, a line for each bad variable. */
const describeConfig = (error: Config.ConfigError): string =>
  Schema.isSchemaError(error.cause)
    ? formatIssues(error.cause.issue).issues
      .map((issue) => `${(issue.path ?? []).map(String).join("_")}: ${issue.message}`).join("\n")
    : error.message

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

/** Errors of the domain say it in `message`, those of a query in `detail`. */
const describeTagged = (error: object, cause: Cause.Cause<unknown>): string =>
  [Predicate.hasProperty(error, "message") && error.message, Predicate.hasProperty(error, "detail") && error.detail]
    .filter(Predicate.isString).find((text) => text !== "") ?? Cause.pretty(cause)

/** Whether the command line was not understood; its parser has said so already. */
export const isUsageFailure = (cause: Cause.Cause<unknown>): boolean =>
  Predicate.isTagged(Cause.squash(cause), "ShowHelp")

/** Why a command failed, in words for the person who started it. */
export const describeStartFailure = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (error instanceof Config.ConfigError) return describeConfig(error)
  if (Predicate.isTagged(error, "ServeError") && "cause" in error) return describeListen(error.cause)
  return Predicate.hasProperty(error, "_tag") ? describeTagged(error, cause) : Cause.pretty(cause)
}
