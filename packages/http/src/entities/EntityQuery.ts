import { type FieldTable, readFields } from "@hedgerow/core/shared/Fields"
import { Schema } from "effect"
import { pageParams } from "../requests/Paging.ts"

/** The parameters of a list, as they come: texts, and the numbers of the page. */
export type Asked =
  & { readonly limit?: number; readonly offset?: number }
  & Readonly<Record<string, string | number | undefined>>

type Params<T extends FieldTable> = { readonly [K in keyof T]: Schema.optionalKey<typeof Schema.String> }

const paramOf = (schema: Readonly<Record<string, unknown>>) => {
  const { description = "", examples } = schema
  return Schema.optionalKey(Schema.String.annotate({
    description: String(description),
    ...(Array.isArray(examples) ? { examples: examples.map(String) } : undefined)
  }))
}

/** The documented query parameters of a list that is narrowed by a table of fields. */
export const listQuery = <T extends FieldTable>(table: T) => {
  const params = Object.entries(table).map(([name, { jsonSchema }]) => [name, paramOf(jsonSchema)])
  return { ...pageParams, ...Object.fromEntries(params) as Params<T> }
}

/** The filters of a query by a table of fields; an empty text asks for nothing. */
export const readListQuery = <T extends FieldTable>(table: T, query: Asked) =>
  readFields(table, Object.fromEntries(Object.entries(query).filter(([, value]) => value !== "")))
