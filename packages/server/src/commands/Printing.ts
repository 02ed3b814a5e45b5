import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import { formatTable, type Tabular } from "../terminal/Table.ts"

/** `--json`: the records of the API instead of a table. */
export const json = Flag.Boolean("json").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Print JSON, as the API has it")
)

/** Prints records as one line of JSON, or else the table or text for people. */
export const print = (
  isJson: boolean,
  records: unknown,
  text: string | Pick<Tabular, "columns" | "results">
): Effect.Effect<void> => {
  if (isJson) return Console.log(JSON.stringify(records))
  return Console.log(typeof text === "string" ? text : formatTable({ hasMore: null, warnings: [], ...text }))
}

/** A time to the minute, or `never`. */
export const timeCell = (time: DateTime.Utc | null): string =>
  time === null ? "never" : DateTime.formatIso(time).replace(/^(.{10})T(.{5}).*$/, "$1 $2")

/** `all` when a list restricts nothing. */
export const scopeCell = (ids: ReadonlyArray<string | number>): string => ids.length === 0 ? "all" : ids.join(", ")
