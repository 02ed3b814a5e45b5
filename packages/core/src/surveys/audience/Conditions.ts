import { Result } from "effect"
import type { Issues } from "../../shared/Field.ts"
import { Field } from "../../shared/Fields.ts"
import { type JsonSchema, namedSchema } from "../../shared/FieldSchema.ts"
import { maxIssues } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { structureFaults } from "../editing/Structured.ts"
import { type Faults, known } from "../questions/QuestionFaults.ts"
import { conditionFaults, deviceTypes, matchTypes, maxWaitDays, propertyOperators } from "./ConditionRules.ts"

const propertyFilter = namedSchema("SurveyEventProperty", {
  type: "object",
  description: "A condition on a property of an event.",
  properties: {
    values: {
      description: "The values, of which one is enough.",
      type: ["array", "null"],
      items: { type: ["string", "number"] }
    },
    operator: { description: "The comparison, `exact` by default.", enum: [...propertyOperators, null] }
  },
  examples: [{ values: ["pro"], operator: "exact" }]
})

const event = namedSchema("SurveyEvent", {
  type: "object",
  description: "An event, and conditions on its properties.",
  required: ["name"],
  properties: {
    name: { description: "The name of the event.", type: ["string", "null"] },
    propertyFilters: {
      description: "Conditions on its properties, by the names of the properties.",
      type: ["object", "null"],
      additionalProperties: propertyFilter
    }
  },
  examples: [{ name: "order paid", propertyFilters: { plan: { values: ["pro"], operator: "exact" } } }]
})

const events = namedSchema("SurveyEvents", {
  type: "object",
  description: "Events in the page, of which one is enough.",
  properties: {
    repeatedActivation: { description: "Whether each such event shows it again.", type: ["boolean", "null"] },
    values: { description: "The events.", type: ["array", "null"], items: event }
  }
})

const actions = namedSchema("SurveyActions", {
  type: "object",
  description: "Actions, of which one is enough.",
  properties: {
    values: {
      type: ["array", "null"],
      description: "The actions by their ids. They are shown with names and steps.",
      items: {
        type: "object",
        properties: { id: { type: "integer", description: "The id of the action." } },
        additionalProperties: true
      }
    }
  },
  examples: [{ values: [{ id: 1 }] }]
})

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: "null" }],
  description
})

const schema = namedSchema("SurveyConditions", {
  type: "object",
  description: "The conditions under which a survey is shown.",
  examples: [{ url: "/notebooks", urlMatchType: "icontains", seenSurveyWaitPeriodInDays: 30 }],
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
      minimum: 0,
      maximum: maxWaitDays
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
    events: orNull(events, "Events after which it is shown."),
    cancelEvents: orNull(events, "Events that call it off while it waits to be shown."),
    actions: orNull(actions, "Actions after which it is shown.")
  }
})

const failed = ([first, ...rest]: Faults): Result.Result<never, Issues> =>
  Result.fail([first ?? known("conditions")([], "Conditions must be an object"), ...rest.slice(0, maxIssues)])

/** The conditions under which a survey is shown, stored as sent. */
export const conditionsField = Field.make<JsonRecord>((value) => {
  if (!isJsonRecord(value)) return failed([])
  const structure = structureFaults(value)
  const faults = structure.length > 0 ? structure : conditionFaults(value)
  return faults.length > 0 ? failed(faults) : Result.succeed(value)
}, schema)
