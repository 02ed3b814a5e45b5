/**
 * A text, or a long one as its pieces: to join those is one long step, and a second copy. A piece begins and ends with whole
 * characters.
 */
export type LongText = string | ReadonlyArray<string>

/** The pieces of a text; one that is whole is one of them. */
export const piecesOf = (text: LongText): ReadonlyArray<string> => typeof text === "string" ? [text] : text

/** The number of UTF-16 units. */
export const lengthOf = (text: LongText): number =>
  typeof text === "string" ? text.length : text.reduce((sum, { length }) => sum + length, 0)

/** The text as one, for who needs it so: of many megabytes that is a long step. */
export const wholeText = (text: LongText): string => typeof text === "string" ? text : text.join("")
