const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\\0"
}

const escape = (text: string): string => text.replaceAll(/[\\'\t\n\r\0]/g, (found) => escapes[found] ?? found)

const numberText = (value: number): string => {
  if (Number.isNaN(value)) return "nan"
  if (!Number.isFinite(value)) return value > 0 ? "+inf" : "-inf"
  return Object.is(value, -0) ? "-0" : String(value)
}

const nested = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL"
  if (typeof value === "boolean") return value ? "true" : "false"
  if (typeof value === "string") return `'${escape(value)}'`
  return paramText(value)
}

/**
 * The text in which a value is bound to `{name:Type}`: arrays may be nested, null binds to a Nullable type, an object is
 * its JSON.
 */
export const paramText = (value: unknown): string => {
  if (value === null || value === undefined) return "\\N"
  if (typeof value === "number") return numberText(value)
  if (typeof value === "boolean") return value ? "1" : "0"
  if (Array.isArray(value)) return `[${value.map(nested).join(",")}]`
  if (typeof value === "string") return escape(value)
  return typeof value === "bigint" ? String(value) : escape(JSON.stringify(value))
}
