import { Context, Duration } from "effect"

/** The bounds of exports that a project asks for over HTTP. */
export interface ExportBounds {
  /** A file and its record are removed after this time. */
  readonly keptFor: Duration.Duration
  /** The most bytes of a file. */
  readonly maxBytes: number
  /** The most exports of a project whose files are not made yet. */
  readonly maxOpen: number
}

/** The bounds of exports; a composition may provide others. */
export class ExportSettings extends Context.Reference<ExportBounds>("@hedgerow/core/exports/ExportSettings", {
  defaultValue: () => ({ keptFor: Duration.days(1), maxBytes: 10 * 1024 ** 3, maxOpen: 10 })
}) {}
