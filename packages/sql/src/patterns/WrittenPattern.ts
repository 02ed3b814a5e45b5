/**
 * The patterns that a column may have: the part of RE2 that every engine reads alike and in time in proportion to the
 * text. A pattern that is none of them has no result. Every engine has these forms.
 */

const letter = "[^\\\\^$.|?*+()\\[\\]{}]"
const punctuation = "[!-/:-@\\[-^`{-~]"
const sign = `\\\\(?:[dDwWsS]|${punctuation})`

const rangesOf = (first: string, last: string): ReadonlyArray<string> => {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
  return Array.from({ length: to - from + 1 }, (_, i) => {
    const begin = String.fromCharCode(from + i)
    return `${begin}-[${begin}-${last}]`
  })
}

/** Ranges of digits and letters whose first is not behind their last. */
const ranges = [["0", "9"], ["a", "z"], ["A", "Z"]].flatMap(([first = "", last = ""]) => rangesOf(first, last))
const members = `(?:${ranges.join("|")}|[^\\\\\\[\\]^-]|\\\\[dw]|\\\\${punctuation})`
const set = `\\[\\^?-?${members}+-?\\]`

/**
 * Letters are repeated by numbers to 99, classes, which are large in UTF-8, by those to 9, groups by none: RE2 refuses a
 * pattern that becomes too large. A number that begins with 0 means something else to RE2.
 */
const times = "(?:[*+?]|\\{(?:0|[1-9][0-9]?),?\\}|\\{[01],[1-9][0-9]?\\})\\??"
const fewTimes = "(?:[*+?]|\\{[0-9],?\\}|\\{[01],[1-9]\\})\\??"
const part = `(?:${letter}|[.])(?:${times})?|(?:${sign}|${set})(?:${fewTimes})?|[\\^$|]|\\\\[bB]`

const groups = (depth: number): string =>
  depth === 0 ? `(?:${part})*` : `(?:${part}|\\((?:[?]:)?${groups(depth - 1)}\\)(?:[*+?][?]?)?)*`

/** Groups in groups of groups are the deepest. */
export const patternForm = `^${groups(3)}$`

/** What PostgreSQL writes in another way cannot stand beside a backslash that is meant. */
export const mixedForm = "\\\\\\\\.*\\\\[bBsS]|\\\\[bBsS].*\\\\\\\\"

/** In any letter case, characters of ASCII alone. */
export const foldedForm = "^[\\t\\n\\r -~]*$"

/** The most characters of such a pattern. */
export const mostCharacters = 200
