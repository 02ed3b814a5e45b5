import { Predicate, Schema } from "effect"

/** The reasons for which no engine can live in a directory. */
export const directoryFaults = [
  Schema.TaggedStruct("Unwritable", { cause: Schema.Defect() }),
  Schema.TaggedStruct("InUse", { pid: Schema.Int }),
  Schema.TaggedStruct("NewerFormat", { found: Schema.String, known: Schema.Int }),
  Schema.TaggedStruct("FileDamaged", { file: Schema.String, lacks: Schema.String }),
  Schema.TaggedStruct("SocketPathTaken", { path: Schema.String })
] as const

export const SharedDirectoryFault = Schema.Union(directoryFaults)
export type SharedDirectoryFault = typeof SharedDirectoryFault.Type

/** The system's own words, and the path: `EACCES: permission denied, open '/data/format'`. */
export const systemWords = (error: unknown): string => {
  const reason = Predicate.hasProperty(error, "reason") ? error.reason : error
  const cause = Predicate.hasProperty(reason, "cause") ? reason.cause : undefined
  const said = [cause, reason].find((one) => one instanceof Error)
  const words = said instanceof Error ? said.message : String(error)
  const path = Predicate.hasProperty(reason, "pathOrDescriptor") ? String(reason.pathOrDescriptor) : ""
  return words.includes(path) ? words : `${words} '${path}'`
}

/** The words that follow the directory's name. */
export const describeDirectoryFault = (fault: SharedDirectoryFault): string => {
  switch (fault._tag) {
    case "Unwritable":
      return `cannot be read and written: ${systemWords(fault.cause)}. Give it, with all that is in it, to the user of `
        + "the server, or name another in HEDGEROW_DATA_DIR"
    case "InUse":
      return `is in use by a running server (process ${fault.pid})`
    case "NewerFormat":
      return `has format ${fault.found}, this version reads formats up to ${fault.known}`
    case "FileDamaged":
      return `has a damaged file: ${fault.file} holds no ${fault.lacks}. Restore it from a backup (docs/damaged-data.md)`
    case "SocketPathTaken":
      return `needs ${fault.path} for its socket, which belongs to somebody else`
  }
}
