import { nulls } from "@hedgerow/sql/clickhouse/ChType"
import { cutOut, digits, leaf, withMarks } from "@hedgerow/sql/clickhouse/DocumentProperties"
import type { Parameters } from "@hedgerow/sql/clickhouse/Parameters"
import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { cellDepth, cellPath, textMarkPath } from "../schema/PropertyPaths.ts"

/** The columns that hot keys of events have, by key. */
export type HotColumns = ReadonlyMap<string, string>

/** The properties of one column of one source. */
interface Document {
  /** The column of cells; keys of it may have columns of their own. */
  readonly cells: string
  readonly isHot: boolean
  /** The name of the source, with its point; empty where there is one source only. */
  readonly source: string
  readonly hot: HotColumns
}

const subcolumn = ({ cells, source }: Document, path: string): string =>
  `${source}${quoted(cells)}.${quoted(path)}.:String`

/** The cheapest column that holds exactly the cell: that of a hot key, else the path within the cells. */
const cell = (document: Document, path: ReadonlyArray<string>): string => {
  const { hot, isHot, source } = document
  const column = path.length === 1 && isHot ? hot.get(path[0] ?? "") : undefined
  return column === undefined ? subcolumn(document, cellPath(path)) : source + quoted(column)
}

/**
 * The text of a property. Down to `cellDepth` keys it is a column by itself. A value in an array, or deeper, is read
 * from the text of the cell above, unless that is a string which only looks like a document.
 */
export const propertyText = (document: Document, path: ReadonlyArray<string>, parameters: Parameters): string => {
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
