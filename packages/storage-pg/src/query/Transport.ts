import type { SqlType } from "@hedgerow/core/query/sql/SqlType"

/** Instants leave as whole microseconds and dates as days, both exact; the rest as the client decodes it. */
export const transport = (text: string, type: SqlType): string => {
  switch (type.kind) {
    case "DateTime64":
      return `(extract(epoch FROM ${text}) * 1000000)::int8`
    case "Date":
      return `(${text} - '1970-01-01'::date)`
    default:
      return text
  }
}
