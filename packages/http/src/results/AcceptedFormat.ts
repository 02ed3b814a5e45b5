import Negotiator from "negotiator"

const mediaTypes = {
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "text/csv": "csv",
  "application/vnd.apache.parquet": "parquet"
} as const

/** The forms of an answer with rows. */
export type ResultFormat = (typeof mediaTypes)[keyof typeof mediaTypes]

const offers = Object.keys(mediaTypes) as ReadonlyArray<keyof typeof mediaTypes>

const longestHeader = 4_096

/**
 * The form that an `Accept` header asks for first: of equal quality the one it names rather than includes, then the one it
 * names first. JSON where it wants none of them, or more than can be read.
 */
export const acceptedFormat = (accept: string | undefined): ResultFormat => {
  if (accept === undefined || accept.length > longestHeader) return "json"
  const wanted = accept.replaceAll(/;\s*charset=[^;,]*/gi, "")
  const [first] = new Negotiator({ headers: { accept: wanted } }).mediaTypes([...offers])
  return offers.flatMap((offer) => offer === first ? [mediaTypes[offer]] : [])[0] ?? "json"
}
