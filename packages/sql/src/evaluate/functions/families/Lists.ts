import type { Cell } from "../../../types/Cell.ts"
import { allowMembers, allowSize } from "../../CellSize.ts"
import { strict } from "../Implementation.ts"

const most = 10_000_000

/** The texts that are not NULL, with the separator between them. */
export const joinTexts = (texts: ReadonlyArray<Cell>, separator: string): string => {
  const known = texts.filter((text) => typeof text === "string")
  allowSize(known.reduce((size, { length }) => size + length, separator.length * (known.length - 1)))
  return known.join(separator)
}

export const lists = {
  upTo: strict((to: number | bigint) => {
    const length = to > most ? most : Math.max(0, Number(to))
    allowMembers(length)
    return Array.from({ length }, (_, i) => i + 1)
  }),
  bitPositionsToArray: strict((bits: number | bigint) => {
    const places = Array.from({ length: 64 }, (_, place) => place)
    return places.filter((place) => (BigInt(bits) >> BigInt(place) & 1n) === 1n)
  }),
  joinTexts: strict(joinTexts)
}
