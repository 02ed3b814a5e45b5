import { Result } from "effect"
import { endOfString } from "../shared/JsonSlices.ts"
import { CaptureRejected } from "./Capture.ts"

/** A JSON text and its parsed value. */
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

/** Reads JSON text; NaN and Infinity are tolerated. Undefined when it is no JSON. */
export const parseText = (text: string): ParsedText | undefined =>
  parse(text) ?? (text.search(bareNumber) === -1 ? undefined : parse(withoutBareNumbers(text)))

/** The body's text as it is read, or a refusal when there is none. */
export const bodyText = (body: string): Result.Result<string, CaptureRejected> => {
  const text = body.toWellFormed().replace(byteOrderMark, "")
  return text.trim() === ""
    ? Result.fail(new CaptureRejected({ fault: "empty_body", index: null, detail: "The body is empty." }))
    : Result.succeed(text)
}

/** The body is no JSON. */
export const malformedJson = (): CaptureRejected =>
  new CaptureRejected({ fault: "malformed_json", index: null, detail: "The body is not valid JSON." })

/** Reads the body's JSON at once; NaN and Infinity are tolerated. */
export const parseBody = (body: string): Result.Result<ParsedText, CaptureRejected> =>
  Result.flatMap(bodyText(body), (text) => {
    const parsed = parseText(text)
    return parsed === undefined ? Result.fail(malformedJson()) : Result.succeed(parsed)
  })
