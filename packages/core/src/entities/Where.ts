import type { DateTime } from "effect"

/** Columns of which nothing is known but their names. */
export type EntityColumns = Readonly<Record<never, never>>

/** A value that a column is compared with. */
export type Scalar = string | number | boolean | null

type ScalarColumn<C> = { [F in keyof C]: C[F] extends Scalar ? F : never }[keyof C] & string
type ListColumn<C> = { [F in keyof C]: C[F] extends ReadonlyArray<string | number> ? F : never }[keyof C] & string
type TimeColumn<C> = { [F in keyof C]: C[F] extends DateTime.Utc | null ? F : never }[keyof C] & string
type TextColumn<C> = { [F in keyof C]: C[F] extends string | null ? F : never }[keyof C] & string
type NullableColumn<C> = { [F in keyof C]: null extends C[F] ? F : never }[keyof C] & string

type Values = ReadonlyArray<string | number>

interface Conditions<Scalars extends string, Lists extends string, Times extends string, Texts extends string> {
  readonly Is: { readonly field: Scalars; readonly value: Scalar }
  readonly IsNot: { readonly field: Scalars; readonly value: Scalar }
  readonly In: { readonly field: Scalars; readonly values: Values }
  readonly NotIn: { readonly field: Scalars; readonly values: Values }
  readonly Overlaps: { readonly field: Lists; readonly values: Values }
  readonly Empty: { readonly field: Lists; readonly isEmpty: boolean }
  readonly Before: { readonly field: Times; readonly time: DateTime.Utc }
  readonly Since: { readonly field: Times; readonly time: DateTime.Utc }
  readonly Contains: { readonly field: Texts; readonly text: string }
}

type Tagged<T> = { [K in keyof T]: { readonly _tag: K } & T[K] }[keyof T]

/** A condition on columns whose types are not known, for storages. */
export type Condition =
  | Tagged<Conditions<string, string, string, string>>
  | { readonly _tag: "All" | "Any"; readonly conditions: ReadonlyArray<Condition> }

/**
 * A condition on the columns `C` of a row, as data: every storage gives it the same meaning. Null fulfils only `is(…,
 * null)` and `isNot` of any value.
 */
export type Where<C> =
  | Tagged<Conditions<ScalarColumn<C> | NullableColumn<C>, ListColumn<C>, TimeColumn<C>, TextColumn<C>>>
  | { readonly _tag: "All" | "Any"; readonly conditions: ReadonlyArray<Where<C>> }

/** The column has this value; null is a value. */
export const is = <const F extends string>(field: F, value: Scalar) => ({ _tag: "Is", field, value }) as const

/** The column has another value; null is a value. */
export const isNot = <const F extends string>(field: F, value: Scalar) => ({ _tag: "IsNot", field, value }) as const

/** The column has one of these values. */
export const isIn = <const F extends string>(field: F, values: Values) => ({ _tag: "In", field, values }) as const

/** The column has a value, and none of these. */
export const isNotIn = <const F extends string>(field: F, values: Values) => ({ _tag: "NotIn", field, values }) as const

/** The list has one of these values among its own. */
export const overlaps = <const F extends string>(field: F, values: Values) =>
  ({ _tag: "Overlaps", field, values }) as const

/** The list has no values, or has some. */
export const isEmpty = <const F extends string>(field: F, empty: boolean) =>
  ({ _tag: "Empty", field, isEmpty: empty }) as const

/** The time is earlier. */
export const before = <const F extends string>(field: F, time: DateTime.Utc) =>
  ({ _tag: "Before", field, time }) as const

/** The time is this one or a later one. */
export const since = <const F extends string>(field: F, time: DateTime.Utc) => ({ _tag: "Since", field, time }) as const

/** The text has this one in it, in any letter case. */
export const contains = <const F extends string>(field: F, text: string) => ({ _tag: "Contains", field, text }) as const

/** Every condition holds; conditions that are not given are ignored. */
export const all = <W>(conditions: ReadonlyArray<W | undefined>) =>
  ({ _tag: "All", conditions: conditions.filter((one) => one !== undefined) }) as const

/** One of the conditions holds. */
export const any = <W>(conditions: ReadonlyArray<W>) => ({ _tag: "Any", conditions }) as const

/** A condition on a value, if the value is given. */
export const given = <A, W>(value: A | undefined, condition: (value: A) => W): W | undefined =>
  value === undefined ? undefined : condition(value)

/** The order of a list, the first field first; null is greater than every value, and equal rows are ordered by id. */
export type OrderBy<C> = ReadonlyArray<{ readonly field: keyof C & string; readonly isDescending: boolean }>
