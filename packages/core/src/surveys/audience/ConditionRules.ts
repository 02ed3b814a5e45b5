import { Result } from "effect"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { type KnownNames, nameIssues } from "../../shared/KnownNames.ts"
import { shownValue } from "../../shared/ShownValue.ts"
import { type Faults, type Path, placed } from "../questions/QuestionFaults.ts"
import { actionsNames, conditionNames, eventNames, eventsNames, propertyFilterNames } from "./ConditionNames.ts"

/** The comparisons of addresses and kinds of devices. */
export const matchTypes = ["regex", "not_regex", "exact", "is_not", "icontains", "not_icontains"] as const

/** The kinds of devices that SDKs report. */
export const deviceTypes = ["Desktop", "Mobile", "Tablet", "Console", "Wearable"] as const

/** The comparisons of properties of events. */
export const propertyOperators: ReadonlyArray<string> = [...matchTypes, "gt", "lt"]

/** The most days for which somebody is left alone. */
export const maxWaitDays = 36_500

type Check = (value: unknown, path: Path) => Faults

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const text: Check = (value, path) => typeof value === "string" ? [] : [placed(path, "Not a valid string.")]

const choiceOf = (values: ReadonlyArray<string>): Check => (value, path) =>
  values.some((known) => known === value)
    ? []
    : [placed(path, `"${shownValue(value)}" is not a valid choice.`, "invalid_choice")]

const record = (check: (value: JsonRecord, path: Path) => Faults): Check => (value, path) =>
  isJsonRecord(value) ? check(value, path) : [placed(path, "Must be an object.", "not_a_dict")]

const listOf = (check: Check): Check => (value, path) =>
  Array.isArray(value)
    ? value.flatMap((item: unknown, at) => check(item, [...path, at]))
    : [placed(path, "Must be a list.", "not_a_list")]

const boolean: Check = (value, path) => typeof value === "boolean" ? [] : [placed(path, "Must be a valid boolean.")]

const days: Check = (value, path) =>
  typeof value === "number" && value >= 0 && value <= maxWaitDays
    ? []
    : [placed(path, `Must be a number of days from 0 to ${maxWaitDays}.`)]

/** Checks the fields of an object, and refuses unknown names; null counts as missing. */
const shape = (names: KnownNames, checks: Readonly<Record<string, Check>>): Check =>
  record((value, path) => [
    ...nameIssues(value, names, path),
    ...Object.entries(checks).flatMap(([name, check]) =>
      isAbsent(value[name]) ? [] : check(value[name], [...path, name])
    )
  ])

const propertyFilter = shape(propertyFilterNames, {
  values: listOf((value, path) => typeof value === "number" ? [] : text(value, path)),
  operator: choiceOf(propertyOperators)
})

const propertyFilters = record((value, path) =>
  Object.entries(value).flatMap(([name, filter]) => propertyFilter(filter, [...path, name]))
)

const named: Check = (value, path) =>
  isJsonRecord(value) && typeof value["name"] !== "string" && !Object.hasOwn(value, "name")
    ? [placed([...path, "name"], "This field is required.", "required")]
    : []

const event: Check = (value, path) => {
  const faults = shape(eventNames, { name: text, propertyFilters })(value, path)
  return faults.length > 0 ? faults : named(value, path)
}

const events = shape(eventsNames, { repeatedActivation: boolean, values: listOf(event) })

const pattern = ({ url, urlMatchType }: JsonRecord): Faults =>
  typeof url === "string" && (urlMatchType === "regex" || urlMatchType === "not_regex")
    && Result.isFailure(Result.try(() => new RegExp(url)))
    ? [placed(["url"], `Invalid regular expression: ${shownValue(url)}`)]
    : []

const conditions = shape(conditionNames, {
  url: text,
  urlMatchType: choiceOf(matchTypes),
  selector: text,
  seenSurveyWaitPeriodInDays: days,
  linkedFlagVariant: text,
  deviceTypes: listOf(choiceOf(deviceTypes)),
  deviceTypesMatchType: choiceOf(matchTypes),
  events,
  cancelEvents: events,
  actions: shape(actionsNames, { values: listOf(record(() => [])) })
})

/** All faults of a survey's conditions by themselves: those by which other users than intended would be asked. */
export const conditionFaults = (value: JsonRecord): Faults => [...conditions(value, []), ...pattern(value)]
