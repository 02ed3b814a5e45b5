import { isExact, isInt64, type ScalarKind, type SqlType } from "./SqlType.ts"

/** A type that values are converted from; Int64 stands for all integers and intervals, Unsigned for all exact numbers without a point. */
export type SourceKind = Exclude<ScalarKind, "Nothing"> | "DateTime64"

/** The conversions of values, by their types; a type without a form gives NULL. */
export type ConversionForms<Form> = { readonly [Kind in SourceKind]?: Form }

/** The form for values of a type. */
export const formOf = <Form>(forms: ConversionForms<Form>, type: SqlType): Form | undefined => {
  const table: Readonly<Record<string, Form | undefined>> = forms
  return table[isInt64(type) ? "Int64" : isExact(type) ? "Unsigned" : type.kind]
}
