import { Result, Schema } from "effect"
import type { Issues } from "../shared/Field.ts"
import { boolean, Field, list, text } from "../shared/Fields.ts"
import { componentRef } from "../shared/FieldSchema.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { unstorableFault } from "../shared/StorableJson.ts"
import { ActionStep } from "./ActionStep.ts"

type StoredRecord = Readonly<Record<string, Schema.Json>>

/** More steps would make a condition that is too long to be run. */
const maxSteps = 50

const decode = Schema.decodeUnknownResult(ActionStep, { errors: "all" })

const readStep = (value: unknown): Result.Result<StoredRecord, Issues> => {
  const broken = unstorableFault(value)
  if (broken !== undefined) {
    const { code, message, path = [] } = broken
    return Result.fail([{ path, code, message }])
  }
  return Result.mapBoth(decode(value), {
    onSuccess: () => value as StoredRecord,
    onFailure: ({ issue }): Issues => toInvalidInput(issue, []).issues
  })
}

const step = Field.make<StoredRecord>(
  (value) =>
    isJsonRecord(value)
      ? readStep(value)
      : Result.fail([{ path: [], code: "not_a_dict", message: "Expected a dictionary of items." }]),
  componentRef("ActionStep")
)

const name = text({ blank: true, maxLength: 400 }).nullable

const description = text({ blank: true, maxLength: 4_000 }).orNull("")
  .describe("The meaning of the action, in words.", "Somebody made an account.")

const tags = list(text({ maxLength: 255 }), { distinct: true, maxLength: 100 }).orNull([])
  .describe("Words to find it by; each is kept once.", ["growth"])

const postToSlack = boolean().describe("Stored for clients that know it; nothing is posted.", false)

const slackMessageFormat = text({ blank: true, maxLength: 1_200 }).orNull("")
  .describe("Stored for clients that know it; nothing is posted.", "")

const steps = list(step, { maxLength: maxSteps }).orNull([]).describe(
  "An event that meets one of them is an event of the action.",
  [{ event: "$pageview", url: "/signup/done", url_matching: "contains" }]
)

/** The fields of a new action. */
export const newActionFields = {
  name: name.describe("The name that people see.", "Signed up").orElse(null),
  description: description.orElse(""),
  tags: tags.orElse([]),
  post_to_slack: postToSlack.orElse(false),
  slack_message_format: slackMessageFormat.orElse(""),
  steps: steps.orElse([])
}

/** The fields that a change may have. */
export const actionFields = {
  name: name.describe("The name that people see.", "Signed up or in"),
  description,
  tags,
  post_to_slack: postToSlack,
  slack_message_format: slackMessageFormat,
  steps,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false)
}
