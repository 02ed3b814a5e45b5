import type { Word } from "./Words.ts"

const named = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

/** Whole numbers of a prompt that rows and lengths of time can have, in digits or up to ten in words. */
export const countOf = (word: Word | undefined): number | undefined => {
  if (word === undefined || word.isQuoted) return undefined
  const count = /^\d{1,5}$/.test(word.lower) ? Number(word.lower) : named.indexOf(word.lower)
  return count > 0 ? count : undefined
}

/** Numbers that values are compared with, as SQL. */
export const numberOf = (word: Word | undefined): string | undefined =>
  word !== undefined && /^-?\d{1,15}(\.\d{1,15})?$/.test(word.lower) ? word.lower : undefined
