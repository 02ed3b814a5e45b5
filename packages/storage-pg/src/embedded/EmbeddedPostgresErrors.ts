import { describeDirectoryFault, directoryFaults } from "@hedgerow/core/shared/DirectoryFault"
import { Schema } from "effect"

/** The reason for which a directory cannot serve as the home of an embedded PostgreSQL. */
export const DirectoryFault = Schema.Union([
  ...directoryFaults,
  Schema.TaggedStruct("OtherVersion", { found: Schema.String, expected: Schema.String }),
  Schema.TaggedStruct("HomeGone", { home: Schema.String, link: Schema.String }),
  Schema.TaggedStruct("HomeOfAnother", { home: Schema.String, owner: Schema.String, link: Schema.String })
])
export type DirectoryFault = typeof DirectoryFault.Type

const describe = (fault: DirectoryFault): string => {
  switch (fault._tag) {
    case "OtherVersion":
      return `holds data of PostgreSQL ${fault.found} by its data/PG_VERSION, this server is PostgreSQL ${fault.expected}: `
        + "use a release with that version, or restore a backup"
    case "HomeGone":
      return `keeps PostgreSQL's files in ${fault.home}, which is gone: restore it from a backup (docs/backup.md), or `
        + `remove ${fault.link} to begin anew`
    case "HomeOfAnother":
      return `is a copy of ${fault.owner}, whose PostgreSQL keeps its files in ${fault.home}: both would use one `
        + `database. To give the copy its own, stop the other's server and run: rm ${fault.link} && cp -a ${fault.home} `
        + fault.link
    default:
      return describeDirectoryFault(fault)
  }
}

/** The directory cannot be used; `fault` is the reason and the message names the directory. */
export class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  fault: DirectoryFault
}) {
  override get message(): string {
    return `The directory ${this.directory} ${describe(this.fault)}`
  }
}

/** No PostgreSQL binaries are installed for this operating system and processor. */
export class PlatformUnsupported extends Schema.TaggedError<PlatformUnsupported>()("PlatformUnsupported", {
  platform: Schema.String
}) {
  override get message(): string {
    return `There is no embedded PostgreSQL for ${this.platform}: use an external one`
  }
}

/** PostgreSQL could not be prepared or did not come up; `output` is the end of its output. */
export class PostgresStartFailed extends Schema.TaggedError<PostgresStartFailed>()("PostgresStartFailed", {
  directory: Schema.String,
  output: Schema.String
}) {
  override get message(): string {
    return `PostgreSQL did not start in ${this.directory}: ${this.output}\n`
      + "If its files are damaged, restore a backup (docs/damaged-data.md)."
  }
}

/** The last complaint of PostgreSQL's output: an ending server may say more after it that complains of nothing. */
const complaint = (output: string): string => {
  const lines = output.split("\n")
  return lines.findLast((line) => /\b(?:PANIC|FATAL|ERROR): /.test(line)) ?? lines.at(-1) ?? ""
}

/** The server ended again and again although nobody stopped it, and is not started any more. */
export class PostgresCrashed extends Schema.TaggedError<PostgresCrashed>()("PostgresCrashed", {
  directory: Schema.String,
  output: Schema.String
}) {
  override get message(): string {
    return `PostgreSQL in ${this.directory} keeps ending unexpectedly: ${complaint(this.output)}\n`
      + "If its files are damaged, restore a backup (docs/damaged-data.md)."
  }
}

export type EmbeddedPostgresError = DataDirectoryUnusable | PlatformUnsupported | PostgresStartFailed
