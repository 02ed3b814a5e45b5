import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"

/** A part of a table that cannot be read. Where ClickHouse finds that at its start, it sets the part aside. */
export interface DamagedPart {
  readonly table: string
  readonly name: string
}

/** The name of a part that is unique in the database. */
export const partName = ({ name, table }: DamagedPart): string => `${table}/${name}`

/** Codes of files that are not what was written: their sums, their lengths, their contents, or that they are missing. */
const damageCodes: ReadonlySet<number> = new Set([
  32, // ends too early
  33, // has fewer bytes than it should
  40, // a checksum differs
  74, // cannot be read
  76, // cannot be opened
  79, // an offset that is not there
  107, // is missing
  117, // incorrect data
  128, // a length that cannot be
  131, // a length that cannot be
  226, // no such file in the part
  228, // another size than recorded
  246, // corrupted
  271, // cannot be decompressed
  432 // a codec that nobody has
])

/** The place that the engine adds to a failure of reading a part. */
const place = /while reading from part \S*?([^/\s]+)\/? in table (?:`?[^.`\s]+`?\.)?`?([^`\s(]+)`? /

/** The path of a part's file, which is all that is known where its index is read. */
const path = /\/store\/[\da-f]{3}\/[\da-f-]{36}\/([^/\s]+_\d+_\d+_\d+(?:_\d+)?)\//

/** A part that could not be read; its table is not always known. */
export interface UnreadPart extends Pick<DamagedPart, "name"> {
  readonly table: string | undefined
}

/** Whether the words of a check that failed speak of files: it fails for want of memory too, or where a part has gone. */
export const speaksOfDamage = (words: string): boolean => {
  const code = /\bCode: (\d+)/.exec(words)?.[1]
  return code === undefined || damageCodes.has(Number(code))
}

/** The part that a failure says to be damaged, if it does. */
export const damageOf = (error: ClickHouseFailure): UnreadPart | undefined => {
  if (error._tag !== "ClickHouseError" || !damageCodes.has(error.code)) return undefined
  const [, name = path.exec(error.message)?.[1], table] = place.exec(error.message) ?? []
  return name === undefined ? undefined : { table: table?.replace(/_local$/, ""), name }
}
