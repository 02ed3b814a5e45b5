import type { SqlType } from "../types/SqlType.ts"
import { fromDocument, toDocument } from "./Documents.ts"
import { isNative, pgType } from "./PgType.ts"

type ArrayType = Extract<SqlType, { readonly kind: "Array" }>

/** The members of arrays side by side: the text after FROM, the members of each, and the place. */
export interface Members {
  readonly from: string
  /** The same without the places: in a SELECT, as functions after FROM write their rows down before they are read. */
  readonly unplaced: string
  readonly values: ReadonlyArray<string>
  readonly place: string
}

/** Shorter arrays are filled up with NULL. */
export const membersOf = (
  arrays: ReadonlyArray<{ readonly text: string; readonly type: ArrayType }>,
  fresh: () => string
): Members => {
  const name = fresh()
  const lists = arrays.map(({ text, type }) => isNative(type) ? `unnest(${text})` : `jsonb_array_elements(${text})`)
  const values = arrays.map(({ type }, i) => {
    const value = `${name}.e${i}`
    return isNative(type) ? value : fromDocument(value, type.element, fresh)
  })
  const columns = arrays.map((_, i) => `e${i}`).join(", ")
  const rows = `ROWS FROM (${lists.join(", ")})`
  return {
    from: `${rows} WITH ORDINALITY AS ${name}(${columns}, o)`,
    unplaced: `(SELECT ${lists.map((list, i) => `${list} AS e${i}`).join(", ")}) AS ${name}`,
    values,
    place: `${name}.o`
  }
}

/** An array of the value for each row of the members, in their order. */
export const collected = (
  value: string,
  type: ArrayType,
  { from, place }: Pick<Members, "from" | "place">,
  condition?: string
): string => {
  const where = condition === undefined ? "" : ` WHERE ${condition}`
  return isNative(type)
    ? `ARRAY(SELECT ${value} FROM ${from}${where} ORDER BY ${place})::${pgType(type)}`
    : `(SELECT COALESCE(jsonb_agg(${toDocument(value, type.element)} ORDER BY ${place}), '[]'::jsonb) `
      + `FROM ${from}${where})`
}

/** An empty value of the type. */
export const emptyOf = (type: SqlType): string => pgType(type) === "jsonb" ? "'[]'::jsonb" : `'{}'::${pgType(type)}`
