import { Result } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { recordOf } from "../shared/JsonRecord.ts"
import { CaptureRejected } from "./Capture.ts"

const printable = /^[\x21-\x7e]{1,64}$/

const tokenNames = ["api_key", "token", "$token"]

const given = (record: JsonRecord, names: ReadonlyArray<string>): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== null)

/** The token an object carries itself, under any of its names. */
export const ownToken = (record: JsonRecord): unknown => given(record, tokenNames)

/** The token of one event: its own, else the one among its properties. */
export const eventToken = (event: JsonRecord): unknown => {
  const properties = recordOf(event["properties"])
  return ownToken(event) ?? (properties === undefined ? undefined : given(properties, ["token"]))
}

const rejected = (fault: CaptureRejected["fault"], index: number | null, detail: string) =>
  Result.fail(new CaptureRejected({ fault, index, detail }))

/** Checks the form of a token. Whether a project has it is not asked here. */
export const checkToken = (token: unknown, index: number | null): Result.Result<string, CaptureRejected> => {
  if (token === undefined) return rejected("missing_token", index, "The project token is missing.")
  if (typeof token !== "string" || !printable.test(token)) {
    return rejected("malformed_token", index, "The project token must be 1 to 64 ASCII characters.")
  }
  if (token.startsWith("phx_")) {
    return rejected("personal_key_as_token", index, "A personal API key cannot be used as the project token.")
  }
  if (token.startsWith("phs_")) {
    return rejected("project_secret_as_token", index, "A project secret API key cannot be used as the project token.")
  }
  return Result.succeed(token)
}

/** The token all events carry, or `outside` when none has one. One without it, or with another, refuses the whole batch. */
export const agreedToken = (
  events: ReadonlyArray<JsonRecord>,
  outside: string | undefined
): Result.Result<string, CaptureRejected> => {
  const tokens = events.map(eventToken)
  const first = tokens.find((token) => token !== undefined)
  if (first === undefined) return checkToken(outside, null)
  const missing = tokens.indexOf(undefined)
  if (missing !== -1) return checkToken(undefined, missing)
  const other = tokens.findIndex((token) => token !== first)
  if (other === -1) return checkToken(first, null)
  return rejected("inconsistent_tokens", other, "All events of a request must have the same project token.")
}
