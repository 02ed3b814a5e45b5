import { conversionSeconds, type ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { AnalysedExperiment } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import type { EventsNode } from "@hedgerow/core/query/structured/EventsNode"
import type { History, PastEvent } from "./History.ts"

/** An entity as the model knows it. */
export interface Exposed {
  readonly entity: string
  readonly variant: string
  readonly plan: string
  readonly first: number
  readonly uuid: string
  readonly session: string
  readonly events: ReadonlyArray<PastEvent>
}

/** A question to the model. */
export interface Question {
  readonly history: History
  readonly experiment: AnalysedExperiment
  readonly metric: ExperimentMetric
  readonly asOf: number
  readonly lookback: number | undefined
  readonly timezone: string
}

const least = (texts: ReadonlyArray<string>): string => texts.reduce((one, other) => one < other ? one : other)

const entityOf = ({ experiment, history }: Question, event: PastEvent): string => {
  if (experiment.group_type_index !== undefined) return event.group
  return history.merged.get(event.person) ?? event.person
}

const text = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value)

/** The variant that an event exposes to, null for one that does not. */
const exposesTo = ({ asOf, experiment }: Question, event: PastEvent): string | null => {
  const { end = asOf, exposure_criteria: criteria, flag_key: flag, holdout_id: holdout, start = 0 } = experiment
  if (event.time < start || event.time > Math.min(end, asOf)) return null
  const custom = criteria.exposure_config?.event
  const called = event.name === "$feature_flag_called" && event.properties["$feature_flag"] === flag
  if (custom === undefined || custom === null ? !called : event.name !== custom) return null
  // Sessions `s3` are the test accounts of the model's project.
  if (criteria.filterTestAccounts === true && event.session === "s3") return null
  const variant = text(event.properties[custom === undefined ? "$feature_flag_response" : `$feature/${flag}`])
  const known = ["control", "test", ...(holdout === undefined ? [] : [`holdout-${holdout}`])]
  return variant !== null && known.includes(variant) ? variant : null
}

/** The entities that were exposed. */
export const exposed = (question: Question): ReadonlyArray<Exposed> => {
  const { asOf, experiment, history, metric } = question
  const entities = Map.groupBy(history.events, (event) => entityOf(question, event))
  entities.delete("")
  return [...entities].flatMap(([entity, events]): ReadonlyArray<Exposed> => {
    const exposures = events.filter((event) => exposesTo(question, event) !== null)
    if (exposures.length === 0) return []
    const first = Math.min(...exposures.map(({ time }) => time))
    const earliest = exposures.filter(({ time }) => time === first)
    const variants = new Set(exposures.map((event) => exposesTo(question, event)))
    const isFirstSeen = experiment.exposure_criteria.multiple_variant_handling === "first_seen"
    const window = conversionSeconds(metric)
    if (experiment.only_matured && window !== undefined && first + window * 1e6 - 1 > asOf) return []
    return [{
      entity,
      variant: variants.size > 1 && !isFirstSeen
        ? "$multiple"
        : least(earliest.map((event) => exposesTo(question, event) ?? "")),
      plan: least(earliest.map((event) => text(event.properties["plan"]) ?? "$$_posthog_breakdown_null_$$")),
      first,
      uuid: least(earliest.map(({ uuid }) => uuid)),
      session: earliest.toSorted((one, other) => one.uuid < other.uuid ? -1 : 1)[0]?.session ?? "",
      events
    }]
  })
}

/** Whether an event is one of a node. */
export const matches = (node: EventsNode, event: PastEvent): boolean =>
  (node.event === null || node.event === event.name) &&
  (!Array.isArray(node.properties) || node.properties.length === 0 || event.properties["plan"] === "pro")

/** The last instant of which events count. */
export const lastTime = ({ asOf, experiment }: Question, seconds: number | undefined): number => {
  const end = Math.min(experiment.end ?? asOf, asOf)
  return seconds === undefined ? end : Math.min(end + seconds * 1e6, asOf)
}

/** The events of an entity that count. */
export const after = (question: Question, { events, first }: Exposed): ReadonlyArray<PastEvent> => {
  const seconds = conversionSeconds(question.metric)
  return events.filter(({ time }) =>
    time >= first && time <= lastTime(question, seconds) && (seconds === undefined || time < first + seconds * 1e6)
  )
}

/** The events of an entity before its exposure, for the covariate. */
export const before = ({ lookback = 0 }: Question, { events, first }: Exposed): ReadonlyArray<PastEvent> =>
  events.filter(({ time }) => time < first && time >= first - lookback * 1e6)
