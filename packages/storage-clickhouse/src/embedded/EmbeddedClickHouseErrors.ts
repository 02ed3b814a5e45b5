import { Schema } from "effect"

/** The reason for which a directory cannot hold the engine. */
export const EngineDirectoryFault = Schema.Union([
  Schema.TaggedStruct("Unwritable", { cause: Schema.Defect() }),
  Schema.TaggedStruct("InUse", { pid: Schema.Int }),
  Schema.TaggedStruct("NewerFormat", { found: Schema.String, known: Schema.Int }),
  Schema.TaggedStruct("FormatDamaged", { file: Schema.String }),
  Schema.TaggedStruct("SocketPathTaken", { path: Schema.String })
])
export type EngineDirectoryFault = typeof EngineDirectoryFault.Type

const describe = (fault: EngineDirectoryFault): string => {
  switch (fault._tag) {
    case "Unwritable":
      return "is not writable"
    case "InUse":
      return `is in use by a running server (process ${fault.pid})`
    case "NewerFormat":
      return `has format ${fault.found}, this version reads formats up to ${fault.known}`
    case "FormatDamaged":
      return `has a damaged file: ${fault.file} holds no number of a format. Restore it from a backup (docs/damaged-data.md)`
    case "SocketPathTaken":
      return `needs ${fault.path} for its socket, which belongs to somebody else`
  }
}

/** The directory cannot be used; `fault` is the reason and the message names the directory. */
export class EngineDirectoryUnusable extends Schema.TaggedError<EngineDirectoryUnusable>()("EngineDirectoryUnusable", {
  directory: Schema.String,
  fault: EngineDirectoryFault
}) {
  override get message(): string {
    return `The directory ${this.directory} ${describe(this.fault)}`
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
