import { nulls } from "./ChType.ts"
import { bind } from "./ExprRenderer.ts"
import type { Parameters } from "./Parameters.ts"
import { sqlText } from "./SqlText.ts"

/** A step of a path that may be a position in an array. */
export const digits = /^[0-9]+$/

const tokens = sqlText(String.raw`"(?:[^"\\]|\\.)*"|[-.0-9]+|[^-.0-9"]+`)
const hasHardNumber = sqlText(String.raw`[0-9]{16}|[0-9]\.[0-9]`)
const isHardNumber = sqlText(String.raw`^-?(?:[0-9]{16,}|[0-9]+\.[0-9]+)$`)
const mark = sqlText(String.raw`"\u0000`)
const marked = sqlText(String.raw`"\\u0000([^"]*)"`)

/**
 * ClickHouse reads and writes numbers in ways of its own where they are long or have a fraction. While it cuts a
 * document these are strings that begin with NUL, which canonical JSON never has.
 */
export const withMarks = (document: string): string =>
  `if(match(${document}, ${hasHardNumber}), arrayStringConcat(arrayMap(t -> `
  + `if(match(t, ${isHardNumber}), concat(${mark}, t, '"'), t), extractAll(${document}, ${tokens}))), ${document})`

/** JSON text of one value as a property reads it: NULL for none and null, a string's characters, else the text. */
export const leaf = (text: string): string =>
  bind([text], (raw = "") => {
    const isString = `(startsWith(${raw}, '"') AND NOT startsWith(${raw}, ${mark}))`
    const unmarked = `replaceRegexpAll(${raw}, ${marked}, ${sqlText("\\1")})`
    return `multiIf(${raw} IN ('', 'null'), ${nulls.text}, ${isString}, JSONExtractString(${raw}), ${unmarked})`
  })

/** A step of digits is a position in an array and a key elsewhere. */
const step = (document: string, key: string, parameters: Parameters): string => {
  const name = parameters.text(key)
  if (!digits.test(key)) return `JSONExtractRaw(${document}, ${name})`
  const position = Math.min(Number(key), 2_147_483_647)
  return bind(
    [document],
    (raw = "") =>
      `if(startsWith(${raw}, '['), JSONExtractRaw(${raw}, ${
        parameters.int32(position)
      }), JSONExtractRaw(${raw}, ${name}))`
  )
}

export const cutOut = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  path.reduce((above, key) => step(above, key, parameters), document)

const isPlainScalar = sqlText("^-?[0-9]{1,15}$|^[tf]")

/**
 * A property cut out of a whole document. Marking a document costs several times as much as cutting it, so that is done
 * only where ClickHouse may write a value in its own way, or cannot read a document with a number as long.
 */
export const textInDocument = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  bind([cutOut(document, path, parameters)], (raw = "") => {
    const isNone = `${raw} IN ('', 'null') AND NOT match(${document}, '[0-9]{19}')`
    return `multiIf(${isNone}, ${nulls.text}, startsWith(${raw}, '"'), JSONExtractString(${raw}), `
      + `match(${raw}, ${isPlainScalar}), ${raw}, ${leaf(cutOut(withMarks(document), path, parameters))})`
  }, "w")

/** A property of a document that is computed. */
export const propertyOfText = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  bind([`ifNull(${document}, '')`], (text = "") => textInDocument(text, path, parameters), "d")

const unmarked = (raw: string): string => `replaceRegexpAll(${raw}, ${marked}, ${sqlText("\\1")})`

const isPlainJson = sqlText("^-?[0-9]{1,15}$|^[tfn\"]")

/** The value at the path of a document that is computed, as JSON; NULL where nothing is. */
export const jsonOfText = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  bind(
    [`ifNull(${document}, '')`],
    (text = "") =>
      bind([path.length === 0 ? text : cutOut(text, path, parameters)], (raw = "") => {
        const exact = path.length === 0 ? raw : unmarked(cutOut(withMarks(text), path, parameters))
        const isNone = `${raw} = '' AND NOT match(${text}, '[0-9]{19}')`
        return `multiIf(${isNone}, ${nulls.text}, match(${raw}, ${isPlainJson}), ${raw}, nullIf(${exact}, ''))`
      }, "w"),
    "d"
  )

/** The members of JSON as JSON, in their order. */
export const jsonMembers = (json: string): string =>
  bind(
    [withMarks(json)],
    (text = "") =>
      `arrayMap(u -> ${unmarked("u")}, if(startsWith(${text}, '['), JSONExtractArrayRaw(${text}), `
      + `arrayMap(p -> p.2, JSONExtractKeysAndValuesRaw(${text}))))`
  )
