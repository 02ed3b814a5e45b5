/** The JSON Schemas of the conditions of cohorts: their rules in `CohortRules` and `CohortConditionRules`. */
import { componentRef, type JsonSchema, namedSchema } from "../shared/FieldSchema.ts"
import { behaviourKinds, behaviourUnits, countOperators } from "./behaviour/Behaviour.ts"

const count = (description: string): JsonSchema => ({
  anyOf: [{ type: "integer", minimum: 0 }, { type: "string", pattern: "^\\d{0,10}$" }, { type: "null" }],
  description
})

const unit = (description: string): JsonSchema => ({ enum: [...behaviourUnits, "", null], description })

const date = (description: string): JsonSchema => ({ type: ["string", "null"], description })

const negation: JsonSchema = { type: ["boolean", "null"], description: "Whether all others are meant." }

const event = (description: string): JsonSchema => ({ type: ["string", "number", "null"], description })

const kindOfEvent: JsonSchema = {
  description: "`actions` for an action; anything else is an event."
}

const ofPerson = namedSchema("CohortPersonCondition", {
  type: "object",
  description: "A condition on a property of persons, compared as flags compare it.",
  properties: {
    type: { type: "string", enum: ["person"], description: "The subject." },
    key: { type: "string", minLength: 1, description: "The name of the property." },
    operator: { type: ["string", "null"], description: "The comparison, `exact` by default: as those of a flag." },
    value: { description: "The value, or several of which one is enough." },
    negation
  },
  required: ["type", "key"],
  examples: [{ type: "person", key: "plan", operator: "exact", value: ["pro"] }]
})

const ofCohort = namedSchema("CohortMembershipCondition", {
  type: "object",
  description: "Membership in another cohort.",
  properties: {
    type: { type: "string", enum: ["cohort"], description: "The subject." },
    key: { description: "`id`, which may be left out." },
    operator: { enum: ["in", "not_in", "exact", null], description: "Whether its members are meant, or all others." },
    value: { anyOf: [{ type: "integer" }, { type: "string" }], description: "The id of the cohort." },
    negation
  },
  required: ["type", "value"],
  examples: [{ type: "cohort", key: "id", value: 2, negation: true }]
})

const ofBehaviour = namedSchema("CohortBehaviourCondition", {
  type: "object",
  description: "What persons did.",
  properties: {
    type: { type: "string", enum: ["behavioral"], description: "The subject." },
    value: { type: "string", enum: behaviourKinds, description: "The kind of behaviour." },
    key: event("The name of the event, or the id of the action."),
    event_type: kindOfEvent,
    event_filters: {
      anyOf: [
        { type: "array", items: componentRef("PropertyFilter") },
        componentRef("PropertyFilter"),
        { type: "string", enum: [""] },
        { type: "null" }
      ],
      description: "Conditions on the events."
    },
    time_value: count("The length of the time up to now, in units."),
    time_interval: unit("The unit, `day` by default."),
    explicit_datetime: date("The beginning, in place of that time: ISO 8601, or relative."),
    explicit_datetime_to: date("The end, in place of now."),
    operator: {
      enum: [...countOperators, "", null],
      description: "The comparison of the number of events, `gte` by default."
    },
    operator_value: count("The number of events."),
    seq_event: event("Of a sequence: the event that follows."),
    seq_event_type: kindOfEvent,
    seq_time_value: count("Of a sequence, and of what stopped or began again: the time of it, in units."),
    seq_time_interval: unit("The unit of that time, `day` by default."),
    min_periods: count("Of what is done regularly: the number of periods with the event."),
    total_periods: count("Of what is done regularly: the number of periods looked at."),
    negation
  },
  required: ["type", "value"],
  examples: [{
    type: "behavioral",
    key: "order paid",
    event_type: "events",
    value: "performed_event",
    time_value: 30,
    time_interval: "day"
  }]
})

/** The components of what is joined, by its `type`. */
const joinedByType = {
  AND: "CohortGroup",
  OR: "CohortGroup",
  person: "CohortPersonCondition",
  cohort: "CohortMembershipCondition",
  behavioral: "CohortBehaviourCondition"
}

const joined = namedSchema("CohortGroup", {
  type: "object",
  description: "Conditions of which all (AND) or one (OR) must hold, and groups of them.",
  properties: {
    type: { type: "string", enum: ["AND", "OR"], description: "Whether all must hold, or one." },
    values: {
      type: "array",
      items: {
        oneOf: [componentRef("CohortGroup"), ofPerson, ofCohort, ofBehaviour],
        "x-discriminator": {
          propertyName: "type",
          mapping: Object.fromEntries(
            Object.entries(joinedByType).map(([type, name]) => [type, componentRef(name)["$ref"]])
          )
        }
      },
      description: "The conditions that are joined."
    }
  },
  required: ["type", "values"],
  examples: [{ type: "AND", values: [{ type: "person", key: "plan", value: "pro" }] }]
})

/** The conditions of a dynamic cohort. */
export const cohortFiltersSchema = namedSchema("CohortFilters", {
  type: "object",
  description: "The conditions of a dynamic cohort; `{}` and an empty list are none.",
  properties: {
    properties: {
      anyOf: [
        joined,
        {
          type: "object",
          properties: { values: { type: "array", maxItems: 0, items: {}, description: "No conditions." } },
          required: ["values"]
        }
      ],
      description: "The conditions, in nested groups."
    }
  },
  examples: [{
    properties: { type: "AND", values: [{ type: "person", key: "plan", operator: "exact", value: "pro" }] }
  }]
})

/** A group in the older form. */
export const cohortGroupSchema = namedSchema("CohortOlderGroup", {
  type: "object",
  description: "Conditions in the older form: properties that all hold, or something that persons did.",
  properties: {
    properties: {
      anyOf: [{ type: "array", items: { type: "object", additionalProperties: true } }, {
        type: "object",
        additionalProperties: true
      }],
      description: "Conditions on properties of persons: a list, or values by names such as `email__icontains`."
    },
    event_id: event("The name of an event that they did."),
    action_id: event("The id of an action that they did."),
    days: count("The number of days in which they did it."),
    count: count("The number of times."),
    count_operator: { description: "The comparison with that number." },
    start_date: date("The beginning, in place of `days`."),
    end_date: date("The end, in place of now.")
  },
  examples: [{ properties: [{ key: "plan", value: "pro" }] }]
})
