import { ClickHouseError, type ClickHouseFailure, ClickHouseUnavailable } from "../protocol/ClickHouseErrors.ts"

/** Codes of failures of the engine, not of the statement. */
const unavailable: ReadonlySet<number> = new Set([
  202, // too many statements at once
  209, // socket timeout
  210, // network error
  236, // aborted: the engine shuts down
  279, // no replica can be reached
  999 // the coordination service cannot be reached
])

/** The failure that an engine's code and text mean. */
export const failureOf = (code: number, message: string): ClickHouseFailure =>
  unavailable.has(code)
    ? new ClickHouseUnavailable({ cause: new Error(message) })
    : new ClickHouseError({ code, message })

/** Of an exception that others pass on the innermost counts, up to its name in capitals. */
const exception = /(?:Code|Error): (\d+).*Exception: (.+?)\((?=[A-Z0-9_]*[A-Z]{3})[A-Z0-9_]+\)/s

/** The failure in an answer; one without the engine's form comes from a proxy before it. */
export const failureInAnswer = (text: string): ClickHouseFailure => {
  const [, code, message] = exception.exec(text) ?? []
  return code === undefined || message === undefined
    ? new ClickHouseUnavailable({ cause: new Error(text) })
    : failureOf(Number(code), message.trim())
}

/** The failure of reading an answer. */
export const failureOfCause = (cause: unknown): ClickHouseFailure => new ClickHouseUnavailable({ cause })

/** The failure that the engine wrote into an answer it had begun. */
export const failureInText = (text: string): ClickHouseFailure => {
  const [, code, message] = /Code: (\d+)\. DB::Exception: ([^]*?)\s*(?:\d+ \w+\s*__exception__\s*)?$/.exec(text) ?? []
  return code === undefined || message === undefined
    ? new ClickHouseUnavailable({ cause: new Error(`An answer that cannot be read: ${text.slice(0, 200)}`) })
    : failureOf(Number(code), message)
}
