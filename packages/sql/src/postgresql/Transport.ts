import type { SqlType } from "../types/SqlType.ts"
import { toDocument } from "./Documents.ts"

/**
 * Instants leave as whole microseconds and dates as days, both exact; arrays as documents; documents as canonical text;
 * the rest as the client decodes it.
 */
export const transport = (text: string, type: SqlType): string => {
  switch (type.kind) {
    case "DateTime64":
      return `(extract(epoch FROM ${text}) * 1000000)::int8`
    case "Date":
      return `(${text} - '1970-01-01'::date)`
    case "Array":
      return toDocument(text, type)
    case "JSON":
      return `hg_json(${text})`
    default:
      return text
  }
}
