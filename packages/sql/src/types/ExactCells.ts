import { type Cell, integerCell } from "./Cell.ts"
import { exactRange } from "./ExactRange.ts"
import { type ExactType, scaleOf } from "./SqlType.ts"

type Digits = number | bigint

const power = (digits: number): bigint => 10n ** BigInt(digits)

/** Units of the last digit as a cell of the type; NULL beyond it. */
export const exactCell = (units: bigint, type: ExactType): Digits | null => {
  const [least, greatest] = exactRange(type)
  return units < least || units > greatest ? null : integerCell(units)
}

/** The same number in units of another last digit; digits that are no more there are cut. */
export const rescaled = (cell: Digits, from: number, to: number): bigint =>
  to >= from ? BigInt(cell) * power(to - from) : BigInt(cell) / power(from - to)

/** The number as text, without zeros at the end of its fraction. */
export const exactText = (cell: Digits, scale: number): string => {
  const [sign, digits] = cell < 0 ? ["-", String(-BigInt(cell))] : ["", String(cell)]
  const padded = digits.padStart(scale + 1, "0")
  const fraction = padded.slice(padded.length - scale).replace(/0+$/, "")
  const whole = padded.slice(0, padded.length - scale)
  return scale === 0 || fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

const form = /^([+-]?)([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/

/** No type has more digits. */
const mostDigits = 76

/** The digits of a number text that count at the scale, in units of the last one; undefined for what is none. */
const unitsOfText = (text: string, scale: number): bigint | undefined => {
  const [, sign, whole = "", fraction = "", exponent = "0"] = form.exec(text) ?? []
  if (sign === undefined || whole + fraction === "") return undefined
  const shift = Number(exponent) + scale
  const digits = (whole + fraction).replace(/^0+/, "")
  const kept = digits.length - fraction.length + shift
  if (kept > mostDigits) return undefined
  const units = kept <= 0 ? 0n : BigInt(digits.slice(0, kept).padEnd(kept, "0") || "0")
  return sign === "-" ? -units : units
}

/** The number in a text as a cell of the type; NULL where it has none or one beyond the type. */
export const exactOfText = (text: string, type: ExactType): Cell => {
  const units = unitsOfText(text, scaleOf(type))
  return units === undefined ? null : exactCell(units, type)
}
