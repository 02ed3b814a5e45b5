import { checkDirectoryFormat } from "@hedgerow/core/shared/DirectoryFormat"
import { Effect } from "effect"
import { DataDirectoryUnusable } from "./EmbeddedPostgresErrors.ts"

/** The layout of a data directory that this version writes; it grows when older versions could not read the new one. */
export const directoryFormat = 1

/** Refuses a directory of a newer layout, and marks a new one with ours. */
export const checkFormat = (home: string) =>
  Effect.mapError(
    checkDirectoryFormat(home, directoryFormat),
    (fault) => new DataDirectoryUnusable({ directory: home, fault })
  )
