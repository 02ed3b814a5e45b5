import { decimal, type ExactType, isExact, isInteger, scalar, type SqlType } from "../types/SqlType.ts"

/** The digits of ClickHouse's decimals of 32, 64, 128 and 256 bits. */
const precisions = [9, 18, 38, 76] as const

/** The most digits that users can ask for; more only arise between such decimals. */
export const mostDigits = 38

/** The digits of the narrowest of ClickHouse's decimals that has at least as many. */
export const precisionFor = (digits: number): number => precisions.find((most) => digits <= most) ?? 76

/** The decimal of a number of digits; undefined beyond the widest. */
export const decimalType = (digits: number, scale: number): ExactType | undefined =>
  digits > 76 ? undefined : decimal(precisionFor(digits), scale) as ExactType

const digitsOfKinds: Readonly<Record<string, number>> = {
  UInt8: 3,
  UInt16: 5,
  UInt32: 10,
  UInt64: 19,
  Int8: 3,
  Int16: 5,
  Int32: 10,
  Int64: 19,
  Unsigned: 20
}

/** The digits of a whole number or decimal, and those of them after the point; undefined for other types. */
export const digitsOf = (type: SqlType): { readonly precision: number; readonly scale: number } | undefined => {
  if (type.kind === "Decimal") return type
  const precision = digitsOfKinds[type.kind]
  return precision === undefined ? undefined : { precision, scale: 0 }
}

export const isUnsigned = ({ kind }: SqlType): boolean => kind.startsWith("U") && kind !== "UUID"

/** The type that holds both where one of them is exact; undefined where neither is, or the other is no number. */
export const commonExact = (a: SqlType, b: SqlType): SqlType | undefined => {
  if (!isExact(a) && !isExact(b)) return undefined
  if (a.kind === "Float64" || b.kind === "Float64") return scalar("Float64")
  const [left, right] = [digitsOf(a), digitsOf(b)]
  if (left === undefined || right === undefined) return undefined
  if (isUnsigned(a) && isUnsigned(b)) return scalar("Unsigned")
  const scale = Math.max(left.scale, right.scale)
  const whole = Math.max(left.precision - left.scale, right.precision - right.scale)
  return decimalType(whole + scale, scale)
}

/** Whether one of the types is exact and both are whole numbers or decimals. */
export const areExact = (a: SqlType, b: SqlType): boolean =>
  (isExact(a) || isExact(b)) && [a, b].every((type) => isExact(type) || isInteger(type) || type.kind === "Bool")
