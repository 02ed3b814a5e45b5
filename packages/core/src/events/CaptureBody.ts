import { Result } from "effect"
import { CaptureRejected } from "./Capture.ts"
import { endOfString } from "./JsonSlices.ts"

/** A JSON text and what it says. */
export interface ParsedText {
  readonly text: string
  readonly value: unknown
}

const byteOrderMark = /^\uFEFF/
const bareNumber = /-?\b(?:NaN|Infinity)\b/g

const parse = (text: string): ParsedText | undefined =>
  Result.getOrUndefined(Result.try((): ParsedText => ({ text, value: JSON.parse(text) })))

/** Some clients write NaN and Infinity, which JSON has no words for: outside of strings they become null. */
const withoutBareNumbers = (text: string): string => {
  const parts: Array<string> = []
  let at = 0
  while (at < text.length) {
    const open = text.indexOf("\"", at)
    const stop = open === -1 ? text.length : open
    parts.push(text.slice(at, stop).replace(bareNumber, "null"))
    at = open === -1 ? text.length : endOfString(text, open)
    parts.push(text.slice(stop, at))
  }
  return parts.join("")
}

/** Reads the body's JSON; NaN and Infinity are tolerated. */
export const parseBody = (body: string): Result.Result<ParsedText, CaptureRejected> => {
  const text = body.toWellFormed().replace(byteOrderMark, "")
  if (text.trim() === "") {
    return Result.fail(new CaptureRejected({ fault: "empty_body", index: null, detail: "The body is empty." }))
  }
  const parsed = parse(text) ?? (text.search(bareNumber) === -1 ? undefined : parse(withoutBareNumbers(text)))
  if (parsed !== undefined) return Result.succeed(parsed)
  return Result.fail(
    new CaptureRejected({ fault: "malformed_json", index: null, detail: "The body is not valid JSON." })
  )
}
