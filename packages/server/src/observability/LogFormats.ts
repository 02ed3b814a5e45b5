import * as Predicate from "effect/Predicate"
import type { LogRecord } from "./LogRecord.ts"

/** The formats of log lines: for people, or for machines. */
export type LogFormat = "json" | "pretty"

/** One JSON object on one line. */
export const jsonLine = (record: LogRecord): string => JSON.stringify(record)

const colours: Readonly<Record<string, string>> = {
  fatal: "\u001b[31m",
  error: "\u001b[31m",
  warn: "\u001b[33m",
  info: "\u001b[32m",
  debug: "\u001b[34m",
  trace: "\u001b[90m"
}

const escaped = (character: string): string => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`

/** Control characters are shown as escapes, so that no entry can forge or hide another. */
const printable = (text: string): string => text.replace(/(?![\t\n])\p{Cc}/gu, escaped)

const onOneLine = (text: string): string => printable(text).replaceAll("\n", "\\n")

const fieldText = (value: unknown): string => {
  const text = Predicate.isString(value) ? value : JSON.stringify(value) ?? String(value)
  return onOneLine(/[\s"=]/.test(text) && Predicate.isString(value) ? JSON.stringify(text) : text)
}

const fieldsOf = ({ annotations, request_id, span_id, trace_id }: LogRecord): ReadonlyArray<string> =>
  Object.entries({ ...annotations, request_id, trace_id, span_id })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${onOneLine(name)}=${fieldText(value)}`)

/** `12:00:00.000 INFO  message name=value …`, the cause indented below. */
export const prettyLine = (isColoured: boolean) => (record: LogRecord): string => {
  const label = record.level.toUpperCase().padEnd(5)
  const level = isColoured ? `${colours[record.level] ?? ""}${label}\u001b[0m` : label
  const head = [record.time.slice(11, 23), level, onOneLine(record.message), ...fieldsOf(record)].join(" ")
  return record.cause === undefined ? head : `${head}\n${printable(record.cause).replace(/^/gm, "    ")}`
}
