import type { Cell } from "../../../Cell.ts"
import { strict } from "../Implementation.ts"

const most = 10_000_000

export const lists = {
  upTo: strict((to: number | bigint) => {
    const length = to > most ? most : Math.max(0, Number(to))
    return Array.from({ length }, (_, i) => i + 1)
  }),
  bitPositionsToArray: strict((bits: number | bigint) => {
    const places = Array.from({ length: 64 }, (_, place) => place)
    return places.filter((place) => (BigInt(bits) >> BigInt(place) & 1n) === 1n)
  }),
  joinTexts: strict((texts: ReadonlyArray<Cell>, separator: string) =>
    texts.filter((text) => text !== null).join(separator)
  )
}
