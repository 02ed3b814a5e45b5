import type { WireValue } from "@hedgerow/sql/types/ResultJson"

/** The arguments with which engines call a reviver; the language's types know the first two only. */
type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown

const exactly: Reviver = (_, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value

/** The fewest digits of an integer beyond the safe range. */
const mayBeLarge = /\d{16}/

/** The value of a JSON text, in which every integer has all its digits. */
export const parseExactly = (text: string): WireValue =>
  mayBeLarge.test(text)
    ? JSON.parse(text, exactly as (key: string, value: unknown) => unknown) as WireValue
    : JSON.parse(text) as WireValue
