import { DateTime, Effect, Struct } from "effect"
import { Cohorts } from "../../cohorts/Cohorts.ts"
import type { Editing } from "../../entities/Changes.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeExperimentEditing } from "../editing/ExperimentEditing.ts"
import { Experiment } from "../Experiment.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { type ExposureCriteria, exposureCriteriaOf, flagCalled } from "../results/ExposureCriteria.ts"

const refused = (message: string) => InvalidInput.at([], "invalid_input", message)

/** The event or action that exposes people, and its conditions. */
interface Exposure {
  readonly key: string | number
  readonly event_type: "actions" | "events"
  readonly event_filters: ReadonlyArray<unknown>
}

/** Properties that an event has by itself: those of persons, groups, sessions and cohorts are left out. */
const eventTypes: ReadonlySet<unknown> = new Set(["event", "feature", "element", "hogql"])

/** The conditions on events; one without a type is one. */
const ofEvents = (properties: unknown): ReadonlyArray<unknown> =>
  Array.isArray(properties)
    ? properties.filter(isJsonRecord)
      .map((property) => Struct.assign(property, { type: property["type"] ?? "event" }))
      .filter((property) => eventTypes.has(property.type) && (property["key"] ?? undefined) !== undefined)
    : []

const orderOf = ({ order }: JsonRecord): number => typeof order === "number" ? order : 0

/** The first entity of a filter of the older form. */
const firstEntity = (filter: JsonRecord): JsonRecord | undefined =>
  (["events", "actions"] as const).flatMap((type) => {
    const entities: unknown = filter[type]
    return Array.isArray(entities) ? entities.filter(isJsonRecord).map((entity) => Struct.assign({ type }, entity)) : []
  }).toSorted((left, right) => orderOf(left) - orderOf(right))[0]

const actionId = (id: unknown): number | undefined =>
  Number.isSafeInteger(id) || typeof id === "string" && /^\s*-?\d+\s*$/.test(id) ? Number(id) : undefined

/** The event or action that results go by, or the call of the flag. */
const defaultExposure = (criteria: ExposureCriteria, flagKey: string): Exposure => {
  const { event, id, kind, properties } = criteria.exposure_config ?? criteria
  const event_filters = ofEvents(properties)
  if (kind === "ActionsNode" && typeof id === "number") return { key: id, event_type: "actions", event_filters }
  return typeof event === "string" && event !== flagCalled ? { key: event, event_type: "events", event_filters } : {
    key: flagCalled,
    event_type: "events",
    event_filters: [{ key: "$feature_flag", value: [flagKey], operator: "exact", type: "event" }]
  }
}

/** The exposure of an experiment; undefined where its own filter names an action that does not exist. */
const exposureOf = (
  criteria: ExposureCriteria,
  { parameters }: Pick<Experiment, "parameters">,
  flagKey: string
): Exposure | undefined => {
  const filter = parameters?.["custom_exposure_filter"]
  const entity = isJsonRecord(filter) ? firstEntity(filter) : undefined
  const id = entity?.["id"]
  if (entity === undefined || typeof id !== "number" && typeof id !== "string" || id === "") {
    return defaultExposure(criteria, flagKey)
  }
  const event_filters = ofEvents(entity["properties"])
  if (entity["type"] !== "actions") return { key: String(id), event_type: "events", event_filters }
  const key = actionId(id)
  return key === undefined ? undefined : { key, event_type: "actions", event_filters }
}

/** `2024-01-01T10:23:00+00:00`, with milliseconds only where there are any. */
const offsetIso = (time: DateTime.Utc): string => DateTime.formatIso(time).replace(/(\.000)?Z$/, "+00:00")

/** The body of the cohort of the people whom an experiment has exposed since it began. */
export const exposureCohort = (name: string, start: DateTime.Utc, { event_filters, event_type, key }: Exposure) => ({
  name: `Users exposed to experiment "${name}"`.slice(0, 400),
  is_static: false,
  filters: {
    properties: {
      type: "OR",
      values: [{
        type: "OR",
        values: [{
          type: "behavioral",
          value: "performed_event",
          key,
          event_type,
          negation: false,
          explicit_datetime: offsetIso(start),
          event_filters
        }]
      }]
    }
  }
})

/** Creates the cohort of the people exposed to an experiment, once. */
export const makeExposureCohorts = Effect.fnUntraced(function*(editing: Effect.Success<typeof makeExperimentEditing>) {
  const repository = yield* ExperimentRepository
  const cohorts = yield* Cohorts
  const transaction = yield* Transaction

  return Effect.fnUntraced(function*(by: Editing, id: string) {
    const experiment = yield* editing.lock(by, id)
    if (experiment.start_date === null) return yield* refused("Experiment does not have a start date")
    if (experiment.exposure_cohort !== null) return yield* refused("Experiment already has an exposure cohort")
    const flag = yield* editing.flagOf(by, experiment)
    const criteria = yield* Effect.fromResult(exposureCriteriaOf(experiment.exposure_criteria))
    const exposure = exposureOf(criteria, experiment, flag.key)
    if (exposure === undefined) return yield* refused("Invalid action ID")
    const body = exposureCohort(experiment.name, experiment.start_date, exposure)
    const cohort = yield* cohorts.create(by, body)
    yield* repository.update(new Experiment({ ...experiment, exposure_cohort: cohort.id }))
    return cohort
  }, transaction.run)
})
