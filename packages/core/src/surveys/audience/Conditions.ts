import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field } from "../../shared/Fields.ts"
import type { JsonSchema } from "../../shared/FieldSchema.ts"
import { maxIssues } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { structureFaults } from "../editing/Structured.ts"
import { type Faults, known } from "../questions/QuestionFaults.ts"
import { conditionFaults, deviceTypes, matchTypes } from "./ConditionRules.ts"

const events: JsonSchema = {
  type: ["object", "null"],
  properties: {
    repeatedActivation: { description: "Whether each such event shows it again.", type: ["boolean", "null"] },
    values: {
      description: "The events.",
      type: ["array", "null"],
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { description: "The name of the event.", type: ["string", "null"] },
          propertyFilters: {
            description: "By the name of a property of the event: `values`, and `operator`.",
            type: ["object", "null"]
          }
        }
      }
    }
  }
}

const schema: JsonSchema = {
  type: "object",
  properties: {
    url: { description: "The address of the page, or a part of it.", type: ["string", "null"] },
    urlMatchType: {
      description: "The comparison of the address; `icontains` without it.",
      enum: [...matchTypes, null]
    },
    selector: {
      description: "A CSS selector: shown only in pages that have such an element.",
      type: ["string", "null"]
    },
    seenSurveyWaitPeriodInDays: {
      description: "For how many days somebody who has just seen any survey is left alone.",
      type: ["number", "null"],
      minimum: 0
    },
    linkedFlagVariant: {
      description: "The variant that the linked flag must have, or `any`.",
      type: ["string", "null"]
    },
    deviceTypes: {
      description: "The kinds of devices.",
      type: ["array", "null"],
      items: { enum: deviceTypes }
    },
    deviceTypesMatchType: { description: "The comparison of kinds of devices.", enum: [...matchTypes, null] },
    events: { ...events, description: "Events after which it is shown: one of them is enough." },
    cancelEvents: { ...events, description: "Events that call it off while it waits to be shown." },
    actions: {
      description:
        "Actions after which it is shown, by their ids: `{values: [{id}]}`. They are shown with names and steps.",
      type: ["object", "null"]
    }
  }
}

const failed = ([first, ...rest]: Faults): Result.Result<never, Issues> =>
  Result.fail([first ?? known("conditions")([], "Conditions must be an object"), ...rest.slice(0, maxIssues)])

/** The conditions under which a survey is shown, stored as sent. */
export const conditionsField = Field.make<JsonRecord>((value) => {
  if (!isJsonRecord(value)) return failed([])
  const structure = structureFaults(value)
  const faults = structure.length > 0 ? structure : conditionFaults(value)
  return faults.length > 0 ? failed(faults) : Result.succeed(value)
}, schema)
