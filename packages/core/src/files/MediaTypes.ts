/** The forms of files of rows, and their media types. */
export const mediaTypes = {
  ndjson: "application/x-ndjson",
  csv: "text/csv",
  parquet: "application/vnd.apache.parquet"
} as const

/** The form of a file of rows. */
export type FileFormat = keyof typeof mediaTypes

/** Every form of a file of rows. */
export const fileFormats = ["ndjson", "csv", "parquet"] as const satisfies ReadonlyArray<FileFormat>
