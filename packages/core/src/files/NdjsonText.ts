import type { Row } from "@hedgerow/sql/types/Cell"
import { encodeCell, encodeJson } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import { mediaTypes } from "./MediaTypes.ts"

/** The media type of lines that are JSON objects. */
export const ndjsonType = `${mediaTypes.ndjson}; charset=utf-8`

/** Writes rows as lines of JSON, each an object with the cells by the names of their columns, which differ. */
export const ndjsonWriter = (names: ReadonlyArray<string>, types: ReadonlyArray<SqlType>) => {
  const keys = names.map((name, index) => `${index === 0 ? "{" : ","}${JSON.stringify(name)}:`)
  const line = (row: Row): string => {
    let text = ""
    for (const [index, type] of types.entries()) {
      text += `${keys[index]}${encodeJson(encodeCell(row[index] ?? null, type))}`
    }
    return `${text}}\n`
  }
  return (rows: ReadonlyArray<Row>): string => rows.map(line).join("")
}
