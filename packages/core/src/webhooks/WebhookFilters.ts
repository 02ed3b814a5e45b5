import { type DateTime, Result } from "effect"
import { propertyFaults } from "../evaluation/filters/PropertyRules.ts"
import { conditionMatcher } from "../evaluation/SubjectMatcher.ts"
import { below, type Broken, type Reading, refused } from "../shared/Field.ts"
import { Field, list, record, text } from "../shared/Fields.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { maxStructureLength, structureFault } from "../shared/StorableJson.ts"

/** A captured event as filters see it. */
export interface FilteredEvent {
  readonly event: string
  readonly distinct_id: string
  readonly properties: JsonRecord
  readonly person_properties: JsonRecord
}

/** The subjects of a condition: nothing else is known when an event is captured. */
const subjects = ["event", "person"] as const

/** Properties of an event are asked as those of a person are. */
const asOfPerson = (condition: JsonRecord): JsonRecord => Object.assign({}, condition, { type: "person" })

const conditionFault = (condition: JsonRecord): Broken | undefined => {
  const { type = "event" } = condition
  if (type !== "event" && type !== "person") {
    return {
      code: "invalid_choice",
      message: "Conditions on captured events are of the type 'event' or 'person'.",
      path: ["type"]
    }
  }
  const [fault] = propertyFaults(asOfPerson(condition))
  return fault === undefined ? undefined : { code: fault.code, message: fault.message, path: fault.path }
}

const condition = record().check(conditionFault, {
  properties: {
    type: { enum: [...subjects], description: "The subject: the event (also without a type), or its person." },
    key: { type: "string", description: "The name of the property." },
    operator: { type: "string", description: "A comparison, as conditions of flags have it; `exact` without one." },
    value: { description: "The value, or a list of values one of which is enough." }
  },
  required: ["key"]
})

const names = list(text({ maxLength: 400, verbatim: true }), { maxLength: 100 })

/** What a filter may name, each a list; a name that is left out narrows nothing. */
const parts = {
  events: names.describe("Names of events, for `event.captured`.", ["order paid"]),
  properties: list(condition, { maxLength: 50 }).describe(
    "Conditions that an event meets, all of them, for `event.captured`.",
    [{ key: "plan", operator: "exact", value: "pro", type: "person" }]
  ),
  surveys: names.describe("Ids of surveys, for `survey.response`.", ["01890a5d-ac96-774b-bcce-b302099a8057"])
}

const partOf = (name: string): Field<unknown, boolean> | undefined =>
  Object.entries(parts).find(([known]) => known === name)?.[1]

/** The fault of one name of the filters, its path included. */
const partFault = ([name, value]: readonly [string, unknown]): Reading<unknown> => {
  const part = partOf(name)
  return part === undefined
    ? refused("extra_forbidden", "Extra inputs are not permitted", [name])
    : Result.mapError(part.read(value), (issues) => below(name, issues))
}

const readFilters = (value: unknown): Reading<JsonRecord> =>
  Result.flatMap(record().read(value), (sent) => {
    const broken = Object.entries(sent).map(partFault).find(Result.isFailure)
    return broken === undefined ? Result.succeed(sent) : Result.fail(broken.failure)
  })

/** The field of a webhook's filters, kept as sent. */
export const webhookFilters = Field.make<JsonRecord, JsonRecord>(readFilters, {
  type: "object",
  properties: Object.fromEntries(Object.entries(parts).map(([name, { jsonSchema }]) => [name, jsonSchema])),
  additionalProperties: false
}).check((value) => structureFault(value, maxStructureLength), {})

const listOf = (filters: JsonRecord, name: keyof typeof parts): ReadonlyArray<unknown> => {
  const value = filters[name]
  return Array.isArray(value) ? value : []
}

const isAmong = (wanted: ReadonlyArray<unknown>, value: unknown): boolean =>
  wanted.length === 0 || wanted.includes(value)

/** Whether captured events meet the filters; dates without a zone are read in the project's. */
export const eventTest = (
  filters: JsonRecord,
  timeZone: string
): (event: FilteredEvent, now: DateTime.Utc) => boolean => {
  const events = listOf(filters, "events")
  const conditions = listOf(filters, "properties").filter(isJsonRecord)
  const matcherOf = (type: (typeof subjects)[number]) =>
    conditionMatcher(
      conditions.filter((one) => (one["type"] ?? "event") === type).map(asOfPerson),
      { cohorts: [], timeZone }
    )
  const [ofEvent, ofPerson] = [matcherOf("event"), matcherOf("person")]
  const holds = (matcher: typeof ofEvent, { distinct_id }: FilteredEvent, properties: JsonRecord, now: DateTime.Utc) =>
    matcher.matches({ identifier: distinct_id, properties, staticCohorts: new Set(), now })
  return (event, now) =>
    isAmong(events, event.event)
    && holds(ofEvent, event, event.properties, now)
    && holds(ofPerson, event, event.person_properties, now)
}

/** Whether a response to this survey meets the filters. */
export const wantsSurvey = (filters: JsonRecord, survey: unknown): boolean =>
  isAmong(listOf(filters, "surveys"), survey)
