import { shownText } from "@hedgerow/sql/types/ShownText"
import { isJsonRecord } from "../../shared/JsonRecord.ts"

const quoted = (text: string): string => {
  const escaped = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")
  return escaped.includes("'") && !escaped.includes("\"") ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (typeof value === "string") return quoted(value)
  if (Array.isArray(value)) return `[${value.map(textOf).join(", ")}]`
  if (!isJsonRecord(value)) return JSON.stringify(value)
  return `{${Object.entries(value).map(([name, member]) => `${quoted(name)}: ${textOf(member)}`).join(", ")}}`
}

/** A list or object as the reference service's error texts show it: texts in quotes, `None`, `True` and `False`. */
export const listText = (value: unknown): string => shownText(textOf(value), 500)

/** A value on its own as those texts show it: a text without quotes. */
export const valueText = (value: unknown): string => typeof value === "string" ? shownText(value) : listText(value)
