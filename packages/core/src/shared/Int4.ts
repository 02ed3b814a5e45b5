/** A positive int4, as a number or its digits; undefined when it is none. */
export const positiveInt4 = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\s*\d{1,10}\s*$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isInteger(number) && number >= 1 && number <= 2147483647
    ? number
    : undefined
}
