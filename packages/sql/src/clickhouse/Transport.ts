import type { SqlType } from "../types/SqlType.ts"
import { bind } from "./ExprRenderer.ts"

/** Instants leave as whole microseconds and dates as days, both exact; maps as pairs; the rest as ClickHouse writes it in JSON. */
export const transport = (text: string, type: SqlType): string => {
  switch (type.kind) {
    case "DateTime64":
      return `toUnixTimestamp64Micro(${text})`
    case "Date":
      return `toInt32(${text})`
    case "Array":
      return isPlain(type.element) ? text : `arrayMap(x -> ${transport("x", type.element)}, ${text})`
    case "Tuple":
      return isPlain(type)
        ? text
        : bind(
          [text],
          (tuple) => `tuple(${type.elements.map((one, i) => transport(`(${tuple}).${i + 1}`, one)).join(", ")})`,
          "t"
        )
    case "Map":
      return bind([text], (map) => {
        const lists = [`mapKeys(${map})`, `mapValues(${map})`]
        const [keys, values] = [type.key, type.value].map((member, i) =>
          isPlain(member) ? lists[i] : `arrayMap(x -> ${transport("x", member)}, ${lists[i]})`
        )
        return `arrayZip(${keys}, ${values})`
      }, "t")
    default:
      return text
  }
}

/** Whether values leave as they are. */
const isPlain = (type: SqlType): boolean => {
  switch (type.kind) {
    case "DateTime64":
    case "Date":
    case "Map":
      return false
    case "Array":
      return isPlain(type.element)
    case "Tuple":
      return type.elements.every(isPlain)
    default:
      return true
  }
}
