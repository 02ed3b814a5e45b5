import type { SqlType } from "@hedgerow/core/query/sql/SqlType"

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
      return type.elements.every(isPlain)
        ? text
        : `tuple(${type.elements.map((element, i) => transport(`(${text}).${i + 1}`, element)).join(", ")})`
    case "Map": {
      const lists = [`mapKeys(${text})`, `mapValues(${text})`]
      const [keys, values] = [type.key, type.value].map((member, i) =>
        isPlain(member) ? lists[i] : `arrayMap(x -> ${transport("x", member)}, ${lists[i]})`
      )
      return `arrayZip(${keys}, ${values})`
    }
    default:
      return text
  }
}

const isPlain = (type: SqlType): boolean => transport("x", type) === "x"
