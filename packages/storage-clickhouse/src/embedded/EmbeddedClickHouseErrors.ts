import { describeDirectoryFault, SharedDirectoryFault } from "@hedgerow/core/shared/DirectoryFault"
import { Schema } from "effect"

/** The directory cannot be used; `fault` is the reason and the message names the directory. */
export class EngineDirectoryUnusable extends Schema.TaggedError<EngineDirectoryUnusable>()("EngineDirectoryUnusable", {
  directory: Schema.String,
  fault: SharedDirectoryFault
}) {
  override get message(): string {
    return `The directory ${this.directory} ${describeDirectoryFault(this.fault)}`
  }
}

/** The engine is not there: it has no build for this operating system and processor, or is not installed. */
export class EngineNotInstalled extends Schema.TaggedError<EngineNotInstalled>()("EngineNotInstalled", {
  platform: Schema.String,
  reason: Schema.Literals(["unsupported", "missing"])
}) {
  override get message(): string {
    return this.reason === "unsupported"
      ? `There is no embedded ClickHouse for ${this.platform}: use an external one, or keep events in PostgreSQL`
      : `The optional package chdb, which carries the embedded ClickHouse, is not installed for ${this.platform}`
  }
}

/** The longest line of the engine's output that is shown: it repeats whole definitions of tables. */
const longestLine = 500

const shortened = (output: string): string =>
  output.split("\n").map((line) => line.length > longestLine ? `${line.slice(0, longestLine)}…` : line).join("\n")

/** The engine did not come up; `output` is the end of its output. */
export class EngineStartFailed extends Schema.TaggedError<EngineStartFailed>()("EngineStartFailed", {
  directory: Schema.String,
  output: Schema.String
}) {
  override get message(): string {
    return `ClickHouse did not start in ${this.directory}: ${shortened(this.output)}\n`
      + "If its files are damaged, restore a backup (docs/damaged-data.md)."
  }
}

export type EmbeddedClickHouseError = EngineDirectoryUnusable | EngineNotInstalled | EngineStartFailed
