import { Result, Schema } from "effect"
import { FlagApprovals } from "../identity/Project.ts"
import type { Broken } from "../shared/Field.ts"
import { record } from "../shared/Fields.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { structureFault } from "../shared/StorableJson.ts"

const decode = Schema.decodeUnknownResult(FlagApprovals, { errors: "all", onExcessProperty: "error" })

const fault = (value: JsonRecord): Broken | undefined =>
  Result.match(decode(value), {
    onSuccess: () => structureFault(value),
    onFailure: ({ issue }) => toInvalidInput(issue, []).issues[0]
  })

/** The approvals that changes of flags need, as a field of a project. */
export const flagApprovals = record().check(fault, {
  type: "object",
  required: ["approvals"],
  additionalProperties: false,
  properties: {
    approvals: {
      description: "The number of members who must approve a change, beside the one who asks for it.",
      type: "integer",
      minimum: 1,
      maximum: 5
    },
    tags: {
      description: "A flag with one of these tags, before or after the change, is meant. Empty or absent: every flag.",
      type: "array",
      items: { type: "string", maxLength: 255 },
      maxItems: 100
    }
  }
}).as<FlagApprovals>()
