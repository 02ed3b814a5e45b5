import type { Progress } from "@hedgerow/core/query/kinds/funnels/evaluate/FunnelRules"
import type { FunnelsNode } from "@hedgerow/core/query/kinds/funnels/FunnelsNode"
import { rulesOf } from "@hedgerow/core/query/kinds/funnels/PrepareFunnel"
import type { EventsNode } from "@hedgerow/core/query/structured/EventsNode"
import type { ClosedSpan } from "@hedgerow/core/query/structured/InsightFields"
import type { History, PastEvent } from "../experiments/History.ts"
import { type NaiveEvent, naiveOptional, naiveOrdered, naiveUnordered } from "./NaiveChains.ts"

/** A funnel, asked of the model. `starts` are the first instants of the intervals. */
export interface FunnelQuestion {
  readonly history: History
  readonly node: FunnelsNode
  readonly span: ClosedSpan
  readonly starts: ReadonlyArray<number>
}

interface Act extends NaiveEvent {
  readonly value: string
}

const isIn = ({ node, span }: FunnelQuestion, { properties, time }: PastEvent): boolean =>
  time >= span.from && time <= span.to && (node.properties === undefined || properties["size"] !== null)

type Meant = Pick<EventsNode, "event" | "properties">

const isOf = ({ event, properties }: Meant, act: PastEvent): boolean =>
  ((event ?? null) === null || event === act.name) &&
  (!Array.isArray(properties) || properties.length === 0 || act.properties["plan"] === "pro")

const actorOf = ({ history, node }: FunnelQuestion, event: PastEvent): string => {
  if (node.filter.funnelAggregateByHogQL !== undefined) return event.session
  if (node.aggregation_group_type_index === 0) return event.group
  return history.merged.get(event.person) ?? event.person
}

const isCut = ({ node }: FunnelQuestion): boolean =>
  node.breakdownFilter !== undefined && node.filter.funnelVizType !== "time_to_convert"

const actOf = (question: FunnelQuestion, event: PastEvent): Act => {
  const { filter, series } = question.node
  const steps = series.flatMap((step, index) => isOf(step, event) ? [index] : [])
  const exclusions = (filter.exclusions ?? []).filter((one) => isOf(one, event)).flatMap(
    ({ funnelFromStep: from, funnelToStep: to }) =>
      series.map((_, index) => index).filter((at) => at > from && at <= to)
  )
  return {
    time: event.time,
    steps: new Set(steps),
    exclusions: new Set(exclusions),
    value: isCut(question) ? String(event.properties["plan"] ?? "") : ""
  }
}

/** The acts of each actor that the funnel is about, in their order. */
const actorsOf = (question: FunnelQuestion): ReadonlyArray<ReadonlyArray<Act>> => {
  const events = question.history.events.filter((event) => isIn(question, event) && actorOf(question, event) !== "")
  const groups = Map.groupBy(events, (event) => actorOf(question, event))
  const isStrict = question.node.filter.funnelOrderType === "strict"
  return [...groups.values()].map((acts) =>
    acts.map((event) => actOf(question, event)).filter(({ exclusions, steps }) =>
      isStrict || steps.size > 0 || exclusions.size > 0
    ).toSorted((one, other) => one.time - other.time)
  ).filter((acts) => acts.length > 0)
}

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].toSorted()

/** The values that most actors have in steps, or in the step that names the value. */
const shownValues = (question: FunnelQuestion, actors: ReadonlyArray<ReadonlyArray<Act>>): ReadonlyArray<string> => {
  const { breakdownAttributionType: type, breakdownAttributionValue: step } = question.node.filter
  const all = actors.flatMap((acts) => {
    const naming = acts.filter(({ steps }) => type === "step" ? steps.has(step ?? 0) : steps.size > 0)
    return distinct(naming.map(({ value }) => value)).filter((value) => value !== "")
  })
  const count = (value: string) => all.filter((one) => one === value).length
  return distinct(all).toSorted((one, other) => count(other) - count(one)).slice(
    0,
    question.node.breakdownFilter?.breakdown_limit ?? 25
  )
}

/** The value of the first or the last instant; of one instant that which stands first. */
const touch = (acts: ReadonlyArray<Act>, order: ReadonlyArray<string>, isLast: boolean): string => {
  const known = acts.filter(({ steps, value }) => steps.size > 0 && value !== "")
  const time = (isLast ? known.at(-1) : known[0])?.time
  const at = known.filter((act) => act.time === time).map(({ value }) => value)
  return at.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))[0] ?? ""
}

/** The acts of an actor, for each value that it counts for. */
const attributed = (
  { node }: FunnelQuestion,
  acts: ReadonlyArray<Act>,
  order: ReadonlyArray<string>
): ReadonlyArray<readonly [string, ReadonlyArray<Act>]> => {
  const { breakdownAttributionType: type, breakdownAttributionValue: at = 0 } = node.filter
  const step = at ?? 0
  if (type === "all_events") {
    return distinct(acts.map(({ value }) => value)).map((one) => [one, acts.filter(({ value }) => value === one)])
  }
  if (type === "step") {
    const values = distinct(acts.filter(({ steps }) => steps.has(step)).map(({ value }) => value))
    return values.map((one) => [
      one,
      acts.map((act) =>
        act.value === one ? act : { ...act, steps: new Set([...act.steps].filter((at) => at !== step)) }
      )
    ])
  }
  return [[touch(acts, order, type === "last_touch"), acts]]
}

const progressOf = ({ node }: FunnelQuestion, acts: ReadonlyArray<Act>, until?: number): Progress | undefined => {
  const rules = rulesOf(node)
  const within = acts.map((act) => ({ ...act, steps: new Set([...act.steps].filter((step) => step < rules.steps)) }))
  const progress = rules.optional !== 0
    ? naiveOptional(rules, within)
    : rules.order === "unordered"
    ? naiveUnordered(rules, within, until)
    : naiveOrdered(rules, within, until)
  return progress?.isExcluded === true ? undefined : progress
}

const secondsOf = (durations: ReadonlyArray<number>) => {
  const sorted = durations.toSorted((one, other) => one - other)
  const { length } = sorted
  const middle = ((sorted[Math.floor((length - 1) / 2)] ?? 0) + (sorted[Math.ceil((length - 1) / 2)] ?? 0)) / 2
  const mean = sorted.reduce((sum, one) => sum + one, 0) / length
  return length === 0 ? [null, null] : [mean / 1_000_000, middle / 1_000_000]
}

/** Per step: how many, the mean and the median of the seconds from the required step before. */
const stepRows = ({ node }: FunnelQuestion, all: ReadonlyArray<Progress>) =>
  node.series.map((step, index) => {
    const did = all.filter(({ times }) => times[index] !== undefined)
    const before = node.series.findLastIndex((other, at) => at < index && other.optionalInFunnel !== true)
    const isTimed = index > 0 && step.optionalInFunnel !== true
    const durations = isTimed ? did.map(({ times }) => (times[index] ?? 0) - (times[before] ?? 0)) : []
    return [did.length, ...secondsOf(durations)]
  })

/** The numbers of a funnel by values to cut by, found actor by actor in the plainest way. */
export const naiveFunnel = (question: FunnelQuestion): Readonly<Record<string, unknown>> => {
  const { node, starts } = question
  const { filter, series } = node
  const actors = actorsOf(question)
  const values = shownValues(question, actors)
  const cut = actors.map((acts) =>
    acts.map((act) => ({ ...act, value: act.value === "" || values.includes(act.value) ? act.value : "Other" }))
  )
  const order = [...values.toSorted(), "Other"]
  const from = filter.funnelFromStep ?? 0
  const to = filter.funnelToStep ?? series.length - 1
  const parts = isCut(question)
    ? cut.flatMap((acts) => attributed(question, acts, order))
    : cut.map((acts): readonly [string, ReadonlyArray<Act>] => ["", acts])
  if (filter.funnelVizType === "trends") {
    const entrances = parts.flatMap(([value, acts]) =>
      starts.flatMap((start, bucket) => {
        const later = acts.filter(({ time }) => time >= start)
        const progress = progressOf(question, later, starts[bucket + 1] ?? Infinity)
        return progress === undefined ? [] : [{ value, bucket, last: progress.last }]
      })
    )
    const rates = [...Map.groupBy(entrances, ({ value }) => value)].map(([value, all]) => {
      const data = starts.map((_, at) => {
        const reached = (step: number) => all.filter(({ bucket, last }) => bucket === at && last >= step).length
        return reached(from) === 0 ? 0 : Math.round(reached(to) / reached(from) * 10_000) / 100
      })
      return [value, data] as const
    })
    return Object.fromEntries(!isCut(question) && rates.length === 0 ? [["", starts.map(() => 0)]] : rates)
  }
  const reached = parts.flatMap(([value, acts]) => {
    const progress = progressOf(question, acts)
    return progress === undefined ? [] : [{ value, progress }]
  })
  if (filter.funnelVizType === "time_to_convert") {
    const seconds = reached.flatMap(({ progress: { times } }) => {
      const [first, last] = [times[from], times[to]]
      return first === undefined || last === undefined ? [] : [(last - first) / 1_000_000]
    })
    const average = seconds.reduce((sum, one) => sum + one, 0) / seconds.length
    return { average: seconds.length === 0 ? null : Math.round(average * 100) / 100, samples: seconds.length }
  }
  return Object.fromEntries(
    [...Map.groupBy(reached, ({ value }) => value)].map((
      [value, all]
    ) => [value, stepRows(question, all.map(({ progress }) => progress))])
  )
}
