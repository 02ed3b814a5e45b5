import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { objectMembers } from "@hedgerow/core/shared/JsonSlices"
import { encodeJson, type WireValue } from "@hedgerow/sql/types/ResultJson"
import * as Result from "effect/Result"

/** The columns of a row that have a value: each as JSON text. */
export type Columns = ReadonlyMap<string, string>

const none: ReadonlySet<string> = new Set()

/** A row of a file as it was read. */
export interface ImportRow {
  /** Its place in the file from 1 on: the line of NDJSON, the record of CSV after the header, the row of Parquet. */
  readonly number: number
  /** Its text, from which its identity is made and by which it is found again. */
  readonly text: string
  /** Its columns, or the reason for which it has none. */
  readonly columns: Result.Result<Columns, string>
  /** The names of its columns without a value: a file of a table has them in its header all the same. */
  readonly empty: ReadonlySet<string>
}

/** The JSON of a text, without what is wrong with it. */
export const parsedJson = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** A row that is a JSON object; a byte order mark in front of it is none of it. */
export const rowOfJson = (number: number, given: string): ImportRow => {
  const text = given.replace(/^\uFEFF/, "").trim()
  const isObject = isJsonRecord(parsedJson(text))
  return {
    number,
    text,
    empty: none,
    columns: isObject
      ? Result.succeed(
        new Map(objectMembers(text).map(({ end, key, valueStart }) => [key, text.slice(valueStart, end)]))
      )
      : Result.fail("The line is not a JSON object.")
  }
}

/** A row of named values. */
export const rowOfValues = (
  number: number,
  values: ReadonlyArray<readonly [name: string, value: WireValue]>
): ImportRow => {
  const columns = values.flatMap(([name, value]) => value === null ? [] : [[name, encodeJson(value)] as const])
  const text = `{${columns.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`
  const empty = new Set(values.flatMap(([name, value]) => value === null ? [name] : []))
  return { number, text, columns: Result.succeed(new Map(columns)), empty }
}

/** A row that could not be read. */
export const brokenRow = (number: number, text: string, reason: string): ImportRow => ({
  number,
  text,
  columns: Result.fail(reason),
  empty: none
})
