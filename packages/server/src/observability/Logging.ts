import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type * as LogLevel from "effect/LogLevel"
import * as Option from "effect/Option"
import { MinimumLogLevel } from "effect/References"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { jsonLine, type LogFormat, prettyLine } from "./LogFormats.ts"
import { logRecord } from "./LogRecord.ts"

const isTerminal = process.stderr.isTTY

const lineOf = (format: LogFormat) =>
  format === "json" ? jsonLine : prettyLine(isTerminal && process.env["NO_COLOR"] === undefined)

/** Writes log entries to standard error, one line each, without secrets; leaves out those below the level. */
export const layer = (format: Option.Option<LogFormat>, level: LogLevel.LogLevel): Layer.Layer<never> => {
  const line = lineOf(Option.getOrElse(format, () => isTerminal ? "pretty" : "json"))
  return Layer.mergeAll(
    Logger.layer([Logger.withConsoleError(Logger.make((options) => line(logRecord(options))))]),
    Layer.succeed(MinimumLogLevel, level)
  )
}

/** Logs as configured; `--log-level` of the command line wins. */
export const withLogging = (config: ServerConfig) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    GlobalFlag.LogLevel,
    (flag) =>
      Effect.provide(effect, layer(config.observability.logFormat, Option.getOrElse(flag, () => config.logLevel)))
  )
