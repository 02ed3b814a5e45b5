import { Record } from "effect"
import type { Cell } from "../../../types/Cell.ts"
import { backFromEnd, pointCount, skipPoints } from "../../CodePoints.ts"
import { strict } from "../Implementation.ts"
import { lowerSimple } from "../Like.ts"
import { inPieces, type Rewriting, rewriting, whole } from "../Pieces.ts"
import { bytesOf, fromBase58, fromBase64, fromHex, toBase58, toBase64, toHex } from "./Bytes.ts"

type Integer = number | bigint

/** Longer texts are not made. */
const longest = 1_000_000

const left = (text: string, count: Integer): string => {
  const at = count < 0
    ? backFromEnd(text, Math.min(-Number(count), text.length + 1))
    : skipPoints(text, 0, Number(count))
  return at < 0 ? "" : text.slice(0, at)
}

const right = (text: string, count: Integer): string => {
  if (count < 0) return text.slice(skipPoints(text, 0, -Number(count)))
  return text.slice(Math.max(0, backFromEnd(text, Math.min(Number(count), text.length + 1))))
}

/** The filling of `count` characters. */
const filling = (count: number, fill: string): string => {
  const unit = fill === "" ? " " : fill
  const points = pointCount(unit)
  const whole = Math.floor(count / points)
  return unit.repeat(whole) + unit.slice(0, skipPoints(unit, 0, count - whole * points))
}

const padded = (text: string, size: Integer, fill: string, join: (text: string, filling: string) => string): Cell => {
  if (size > longest) return null
  const missing = Number(size) - pointCount(text)
  return missing <= 0 ? left(text, Math.max(0, Number(size))) : join(text, filling(missing, fill))
}

const repeated = (text: string, count: Integer): Cell => {
  if (count <= 0) return ""
  return BigInt(pointCount(text)) * BigInt(count) > longest ? null : text === "" ? "" : text.repeat(Number(count))
}

const isGreekSubscript = (code: number): boolean =>
  (code >= 0x1f80 && code <= 0x1faf) || code === 0x1fb3 || code === 0x1fc3 || code === 0x1ff3

/** Letters whose capital is more than one letter stay. */
const upper = (text: string): string =>
  Array.from(text, (point) => {
    const capital = point.toUpperCase()
    return pointCount(capital) > 1 || isGreekSubscript(point.charCodeAt(0)) ? point : capital
  }).join("")

/** A word may go on in the next piece. */
const capitalized = () => {
  let isInWord = false
  return (text: string): string => {
    const goesOn = isInWord
    isInWord = /[A-Za-z0-9]$/.test(text)
    return text.replaceAll(
      /[A-Za-z0-9]+/g,
      (word, at: number) =>
        goesOn && at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
    )
  }
}

const referenceForm = /^#(?:[xX]([0-9a-fA-F]{1,6})|([0-9]{1,7}))$/

const character = (reference: string): string => {
  const [, hex, digits] = referenceForm.exec(reference) ?? []
  const code = hex === undefined ? Number(digits ?? 0) : Number.parseInt(hex, 16)
  const isNone = code === 0 || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff
  return isNone ? "" : String.fromCodePoint(code)
}

const rewritings = {
  lowerUTF8: rewriting(() => lowerSimple),
  upperUTF8: rewriting(() => upper),
  initcap: rewriting(capitalized)
} satisfies Readonly<Record<string, Rewriting>>

/** The functions of which a long text takes long. */
export const slicedStrings = Record.map(rewritings, inPieces)

export const strings = {
  left: strict(left),
  right: strict(right),
  leftPad: strict((text: string, size: Integer, fill: string) => padded(text, size, fill, (a, b) => b + a)),
  rightPad: strict((text: string, size: Integer, fill: string) => padded(text, size, fill, (a, b) => a + b)),
  repeat: strict(repeated),
  lowerUTF8: whole(rewritings.lowerUTF8),
  upperUTF8: whole(rewritings.upperUTF8),
  initcap: whole(rewritings.initcap),
  ascii: strict((text: string) => text === "" ? 0 : bytesOf(text.slice(0, 2))[0] ?? 0),
  base64Encode: strict(toBase64),
  base64Decode: strict(fromBase64),
  base58Encode: strict(toBase58),
  base58Decode: strict(fromBase58),
  characterReference: strict(character),
  hexOfText: strict(toHex),
  unhex: strict(fromHex)
}
