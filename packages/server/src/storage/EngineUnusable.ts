import { isClickHouseFailure } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Path from "effect/Path"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { reasonOf as clickHouseReason } from "./ClickHouseUnusable.ts"
import { reasonOf as postgresReason } from "./DatabaseUnusable.ts"
import { clickHouseDirectory } from "./Engines.ts"

/** An embedded engine runs but refused what the start needs, mostly because its files are damaged. */
export class EngineUnusable extends Schema.TaggedError<EngineUnusable>()("EngineUnusable", {
  engine: Schema.Literals(["ClickHouse", "PostgreSQL"]),
  directory: Schema.String,
  /** The engine's words. */
  reason: Schema.String,
  /** The end of the engine's log. */
  log: Schema.String
}) {
  override get message(): string {
    const log = this.log === "" ? "" : ` Its log ends with:\n${this.log}\n`
    return `${this.engine} in ${this.directory} cannot be used: ${this.reason.replace(/\.?$/, ".")}${
      log === "" ? " " : log
    }If its files are damaged, restore a backup (docs/damaged-data.md).`
  }
}

/** The lines of PostgreSQL's log that report a fault. */
const faultLine =
  /\b(?:WARNING|ERROR|FATAL|PANIC|DETAIL|HINT): |\bLOG: .*(?:terminated by signal|exited with exit code)/

/** The most lines that are shown. */
const shownLines = 6

/** The last faults in a log of PostgreSQL, each once, without times and processes. */
export const faultsIn = (log: string): string => {
  const lines = log.split("\n").filter((line) => faultLine.test(line)).map((line) => line.replace(/^.*?\] +/, ""))
  return [...new Set(lines)].slice(-shownLines).join("\n")
}

/** The last faults in PostgreSQL's log. The error of a connection may arrive before the line of the log that explains it. */
const awaitFaults = <R>(log: Effect.Effect<string, never, R>): Effect.Effect<string, never, R> =>
  Effect.repeat(Effect.map(log, faultsIn), {
    until: (faults) => faults !== "",
    times: 10,
    schedule: Schedule.spaced("50 millis")
  })

/** PostgreSQL's words with their severity, such as `FATAL: could not open file`. */
const severeReason = (error: SqlError): string => {
  const cause = error.reason.cause
  const severity = Predicate.hasProperty(cause, "severity") && Predicate.isString(cause.severity) ? cause.severity : ""
  return severity === "" ? postgresReason(error) : `${severity}: ${postgresReason(error)}`
}

/** The error of an engine behind an error, such as that of a migration, or behind a defect. */
const engineError = (error: unknown, depth = 0): unknown => {
  if (isSqlError(error) || isClickHouseFailure(error) || depth > 4) return error
  return Predicate.hasProperty(error, "cause") ? engineError(error.cause, depth + 1) : error
}

const describe = Effect.fnUntraced(function*<R>(
  { dataDir }: Pick<ServerConfig, "dataDir">,
  error: unknown,
  postgresLog: Effect.Effect<string, never, R>
) {
  const path = yield* Path.Path
  if (isSqlError(error)) {
    const [directory, log] = [path.resolve(dataDir), yield* awaitFaults(postgresLog)]
    return new EngineUnusable({ engine: "PostgreSQL", directory, reason: severeReason(error), log })
  }
  if (!isClickHouseFailure(error)) return undefined
  const directory = path.resolve(yield* clickHouseDirectory({ dataDir }))
  return new EngineUnusable({ engine: "ClickHouse", directory, reason: clickHouseReason(error), log: "" })
})

/** Fails as before, or with the engine's directory and words where an embedded engine is the cause. */
export const explain = <E, R>(
  config: Pick<ServerConfig, "dataDir" | "storage">,
  cause: Cause.Cause<E>,
  postgresLog: Effect.Effect<string, never, R>
): Effect.Effect<never, E | EngineUnusable, Path.Path | R> =>
  Effect.gen(function*() {
    const error = config.storage === "embedded" ? engineError(Cause.squash(cause)) : undefined
    const unusable = yield* describe(config, error, postgresLog)
    return yield* unusable === undefined ? Effect.failCause(cause) : Effect.fail(unusable)
  })
