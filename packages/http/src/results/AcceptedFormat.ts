import { mediaTypes as files } from "@hedgerow/core/files/MediaTypes"
import Negotiator from "negotiator"

const mediaTypes = {
  "application/json": "json",
  [files.ndjson]: "ndjson",
  [files.csv]: "csv",
  [files.parquet]: "parquet",
  "image/svg+xml": "svg"
} as const

/** The forms of an answer. */
export type ResultFormat = (typeof mediaTypes)[keyof typeof mediaTypes]

type MediaType = keyof typeof mediaTypes

/** The forms of rows. */
const ofRows = ["application/json", files.ndjson, files.csv, files.parquet] as const satisfies ReadonlyArray<MediaType>

/** The forms of answers to queries: rows, and what is drawn of them. */
export const ofQueries = [...ofRows, "image/svg+xml"] as const satisfies ReadonlyArray<MediaType>

const longestHeader = 4_096

/**
 * The form that an `Accept` header asks for first: of equal quality the one it names rather than includes, then the one it
 * names first. JSON where it wants none of those on offer, or more than can be read.
 */
export const acceptedFormat = (
  accept: string | undefined,
  offers: ReadonlyArray<MediaType> = ofRows
): ResultFormat => {
  if (accept === undefined || accept.length > longestHeader) return "json"
  const wanted = accept.replaceAll(/;\s*charset=[^;,]*/gi, "")
  const [first] = new Negotiator({ headers: { accept: wanted } }).mediaTypes([...offers])
  return offers.flatMap((offer) => offer === first ? [mediaTypes[offer]] : [])[0] ?? "json"
}
