import { cellDepth, cellPath, textMarkPath } from "../schema/PropertyPaths.ts"
import { quoted } from "../schema/Table.ts"
import { nulls } from "./ChType.ts"
import type { StoredColumn } from "./ClickHouseTables.ts"
import { bind } from "./ExprRenderer.ts"
import type { Parameters } from "./Parameters.ts"
import { sqlText } from "./SqlText.ts"

/** The columns that hot keys of events have, by key. */
export type HotColumns = ReadonlyMap<string, string>

const digits = /^[0-9]+$/

/** The properties of one column of one source. */
export interface Document {
  readonly stored: StoredColumn
  /** The name of the source, with its point; empty where there is one source only. */
  readonly source: string
  readonly hot: HotColumns
}

const cellsOf = ({ source, stored }: Document): string => {
  if (stored.cells === undefined) throw new Error("The plan reads properties of a column that has none")
  return source + quoted(stored.cells)
}

const subcolumn = (document: Document, path: string): string => `${cellsOf(document)}.${quoted(path)}.:String`

/** The cheapest column that holds exactly the cell: that of a hot key, else the path within the cells. */
const cell = (document: Document, path: ReadonlyArray<string>): string => {
  const { hot, source, stored } = document
  const column = path.length === 1 && stored.hot === true ? hot.get(path[0] ?? "") : undefined
  return column === undefined ? subcolumn(document, cellPath(path)) : source + quoted(column)
}

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
const leaf = (text: string): string =>
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

const cutOut = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  path.reduce((above, key) => step(above, key, parameters), document)

const isPlainScalar = sqlText("^-?[0-9]{1,15}$|^[tf]")

/**
 * A property cut out of a whole document. Marking a document costs several times as much as cutting it, so that is done
 * only where ClickHouse may write a value in its own way, or cannot read a document with a number as long.
 */
const textInDocument = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  bind([cutOut(document, path, parameters)], (raw = "") => {
    const isNone = `${raw} IN ('', 'null') AND NOT match(${document}, '[0-9]{19}')`
    return `multiIf(${isNone}, ${nulls.text}, startsWith(${raw}, '"'), JSONExtractString(${raw}), `
      + `match(${raw}, ${isPlainScalar}), ${raw}, ${leaf(cutOut(withMarks(document), path, parameters))})`
  }, "w")

/** A property of a document that is computed. */
export const propertyOfText = (document: string, path: ReadonlyArray<string>, parameters: Parameters): string =>
  bind([`ifNull(${document}, '')`], (text = "") => textInDocument(text, path, parameters), "d")

/**
 * The text of a property. Down to `cellDepth` keys it is a column by itself. A value in an array, or deeper, is read
 * from the text of the cell above, unless that is a string which only looks like a document. Where there are no cells,
 * it is cut out of the document.
 */
export const propertyText = (document: Document, path: ReadonlyArray<string>, parameters: Parameters): string => {
  const { source, stored } = document
  if (stored.document !== undefined) return textInDocument(source + quoted(stored.document), path, parameters)
  const above = path.flatMap((key, place) =>
    place > 0 && place <= cellDepth && (place === cellDepth || digits.test(key)) ? [place] : []
  )
  const inDocument = above.map((place) => {
    const prefix = path.slice(0, place)
    const text = cell(document, prefix)
    const opens = place === cellDepth
      ? `(startsWith(${text}, '[') OR startsWith(${text}, '{'))`
      : `startsWith(${text}, '[')`
    const isText = `isNotNull(${subcolumn(document, textMarkPath(prefix))})`
    const found = cutOut(withMarks(`assumeNotNull(${text})`), path.slice(place), parameters)
    return `if(${opens} AND NOT ${isText}, ${leaf(found)}, ${nulls.text})`
  })
  const texts = [...(path.length <= cellDepth ? [cell(document, path)] : []), ...inDocument]
  return texts.length === 1 ? texts.join("") : `coalesce(${texts.join(", ")})`
}

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
