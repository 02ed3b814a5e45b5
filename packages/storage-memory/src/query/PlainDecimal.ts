const exponential = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

/** The shortest digits of a finite number that read back as it, without an exponent; negative zero keeps its sign. */
export const plainDecimal = (value: number): string => {
  if (Object.is(value, -0)) return "-0"
  const text = String(value)
  const match = exponential.exec(text)
  if (match === null) return text
  const [, sign = "", lead = "", rest = "", power = ""] = match
  const exponent = Number(power)
  const digits = lead + rest
  return exponent < 0
    ? `${sign}0.${"0".repeat(-exponent - 1)}${digits}`
    : `${sign}${digits.padEnd(exponent + 1, "0")}`
}
