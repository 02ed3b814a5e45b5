import { audienceWords, operatorWords } from "../../evaluation/filters/FilterNames.ts"
import { knownNames } from "../../shared/KnownNames.ts"

/** The conditions that external surveys cannot have, since they have a page of their own. */
export const pageConditions = [
  "url",
  "urlMatchType",
  "selector",
  "seenSurveyWaitPeriodInDays",
  "linkedFlagVariant",
  "deviceTypes",
  "deviceTypesMatchType"
] as const

/** The names of `conditions`. */
export const conditionNames = knownNames([...pageConditions, "events", "cancelEvents", "actions"], {
  elsewhere: { repeatedActivation: "events.repeatedActivation", propertyFilters: "events.values[].propertyFilters" },
  words: {
    url: ["urls", "uri", "page", "pages", "path", "href", "location", "address"],
    urlMatchType: ["matchType", "urlMatch", "urlOperator", "match"],
    selector: ["cssSelector", "element", "css"],
    seenSurveyWaitPeriodInDays: ["waitPeriod", "waitPeriodInDays", "waitDays", "seenSurveyWaitPeriod", "cooldown"],
    linkedFlagVariant: ["variant", "flagVariant", "linkedVariant", "linkedFlag", "flag"],
    deviceTypes: ["device", "devices", "platform", "platforms"],
    deviceTypesMatchType: ["deviceMatchType", "devicesMatchType"],
    events: ["event", "trigger", "triggers", "eventNames"],
    actions: ["action"],
    "targeting_flag_filters": [...audienceWords.filter((word) => !/^conditions?$/.test(word)), "properties", "groups"]
  }
})

/** The names of `events` and `cancelEvents`. */
export const eventsNames = knownNames(["repeatedActivation", "values"], {
  words: {
    repeatedActivation: ["repeat", "repeated", "repeats"],
    values: ["value", "names", "list", "items", "events"]
  }
})

/** The names of one event among them. */
export const eventNames = knownNames(["name", "propertyFilters"], {
  shown: ["id"],
  words: {
    name: ["event", "eventName"],
    propertyFilters: ["properties", "property", "filters", "filter", "where", "conditions"]
  }
})

/** The names of what is asked of one property of an event. */
export const propertyFilterNames = knownNames(["values", "operator"], {
  words: { values: ["value", "list"], operator: operatorWords }
})

/** The names of `actions`. */
export const actionsNames = knownNames(["values"], { words: { values: ["value", "ids", "list", "items"] } })
