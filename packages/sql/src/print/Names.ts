import { clauseWords, reservedWords } from "../parse/Token.ts"

const bare = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** Names that mean something else where an expression begins. */
const quotedFirst: ReadonlySet<string> = new Set([
  ...clauseWords,
  ..."both case false inf infinity interval leading nan null partition trailing true".split(" ")
])

/** Names before a parenthesis that begin no ordinary call there. */
const quotedCalls: ReadonlySet<string> = new Set(
  [...reservedWords, "case", "cast", "distinct", "interval"].filter((word) =>
    !["and", "or", "in", "like", "ilike"].includes(word)
  )
)

const quote = (name: string): string => `\`${escape(name).replaceAll("`", "``")}\``

/** A name where any may stand: after a dot, after AS. */
export const printName = (name: string): string =>
  bare.test(name) && !reservedWords.has(name.toLowerCase()) ? name : quote(name)

/** A path from its beginning: `properties.$browser`. */
export const printPath = (path: ReadonlyArray<string>): string =>
  path.map((name, index) => bare.test(name) && (index > 0 || !quotedFirst.has(name.toLowerCase())) ? name : quote(name))
    .join(".")

/** Names whose own forms take arguments only. */
const plainCalls: ReadonlySet<string> = new Set(["extract", "not", "substring", "trim"])

/** The name of a function that is called; `plain` without parameters, DISTINCT and OVER. */
export const printFunctionName = (name: string, plain: boolean): string => {
  const word = name.toLowerCase()
  return bare.test(name) && !quotedCalls.has(word) && (plain || !plainCalls.has(word)) ? name : quote(name)
}

/** A string literal. */
export const printText = (value: string): string => `'${escape(value).replaceAll("'", "\\'")}'`

const escapes: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\r", "\\r"],
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\u0007", "\\a"],
  ["\v", "\\v"]
])

const mayBeEscaped = /[\\\p{Cc}]/gu

const escape = (value: string): string =>
  value.replaceAll(mayBeEscaped, (character) => escapes.get(character) ?? character)
