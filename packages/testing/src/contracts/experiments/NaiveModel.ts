import type { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import type { EntitySums } from "@hedgerow/core/experiments/results/EntitySums"
import { dayAt } from "@hedgerow/sql/typing/DateText"
import { percentile } from "@hedgerow/statistics/tools/Winsorisation"
import { after, exposed, type Question } from "./NaiveExposed.ts"
import { inStepOrder, numbersOf, reached, sum } from "./NaiveNumbers.ts"

type Bounds = Pick<
  Extract<ExperimentMetric, { metric_type: "mean" }>,
  "ignore_zeros" | "lower_bound_percentile" | "upper_bound_percentile"
>

/** The bounds of an entity's numbers; a covariate has those of its own number. */
const boundsOf = (metric: ExperimentMetric): ReadonlyArray<Bounds> => {
  if (metric.metric_type === "mean") return [metric]
  return metric.metric_type === "ratio"
    ? [metric.numerator_outlier_handling ?? {}, metric.denominator_outlier_handling ?? {}]
    : []
}

const moved = (metric: ExperimentMetric, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const bounds = boundsOf(metric)
  if (bounds.length === 0) return rows
  return [...Map.groupBy(rows, ({ breakdown }) => breakdown.join()).values()].flatMap((group) => {
    const columns = (group[0]?.numbers ?? []).map((_, index) => group.map(({ numbers }) => numbers[index] ?? 0))
    const ascending = (values: ReadonlyArray<number>) => values.toSorted((one, other) => one - other)
    const limits = columns.map((values, index) => {
      const { ignore_zeros: ignoresZeros, lower_bound_percentile: lower, upper_bound_percentile: upper } =
        bounds[index % bounds.length] ?? {}
      const kept = ignoresZeros === true ? values.filter((value) => value !== 0) : values
      const low = lower === undefined || lower === null ? -Infinity : percentile(ascending(values), lower)
      const high = upper === undefined || upper === null ? Infinity : percentile(ascending(kept), upper)
      return [low, Number.isNaN(high) ? Infinity : high] as const
    })
    return group.map((row) => ({
      ...row,
      numbers: row.numbers.map((value, index) => {
        const [low, high] = limits[index] ?? [-Infinity, Infinity]
        return Math.min(Math.max(value, low), high)
      })
    }))
  })
}

interface Row {
  readonly variant: string
  readonly breakdown: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<number>
  readonly steps: number
}

/** The sums of a metric, computed entity by entity in the plainest way. */
export const naiveSums = (question: Question): ReadonlyArray<EntitySums> => {
  const { metric } = question
  const isCut = metric.breakdownFilter !== undefined
  const analysed = exposed(question).filter(({ variant }) => variant !== "$multiple")
  const rows = analysed.flatMap((one): ReadonlyArray<Row> => {
    const found = numbersOf(question, one)
    if (found === undefined) return []
    const isFunnel = metric.metric_type === "funnel"
    const numbers = isFunnel ? [found[0] === metric.series.length ? 1 : 0, ...found.slice(1)] : found
    return [{ variant: one.variant, breakdown: isCut ? [one.plan] : [], numbers, steps: isFunnel ? found[0] ?? 0 : 0 }]
  })
  const groups = Map.groupBy(moved(metric, rows), ({ breakdown, variant }) => JSON.stringify([variant, ...breakdown]))
  return [...groups.values()].map((group) => sumsOfGroup(metric, group))
}

const sumsOfGroup = (metric: ExperimentMetric, group: ReadonlyArray<Row>): EntitySums => {
  const columns = (group[0]?.numbers ?? []).map((_, index) => group.map(({ numbers }) => numbers[index] ?? 0))
  const products = columns.flatMap((one, index) =>
    columns.slice(index).map((other) => sum(one.map((value, place) => value * (other[place] ?? 0))))
  )
  const found = {
    variant: group[0]?.variant ?? "",
    breakdown: group[0]?.breakdown ?? [],
    entities: group.length,
    sums: columns.map(sum),
    products
  }
  return metric.metric_type === "funnel"
    ? { ...found, step_counts: metric.series.map((_, step) => group.filter(({ steps }) => steps > step).length) }
    : {
      ...found,
      minimum: Math.min(...columns[0] ?? []),
      covariances: columns.flatMap((one, index) => columns.slice(index).map((other) => covariance(one, other)))
    }
}

/** The distances from the mean; none is lost to rounding where all values are one. */
const distances = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const apart = values.map((value) => value - (values[0] ?? 0))
  const mean = sum(apart) / values.length
  return apart.map((value) => value - mean)
}

const covariance = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): number => {
  const others = distances(other)
  return sum(distances(one).map((distance, index) => distance * ((others[index] ?? 0) / one.length)))
}

/** The number of first exposures on each day, to each variant. */
export const naiveExposures = (question: Question): ReadonlyMap<string, number> => {
  const days = exposed(question).map(({ first, variant }) => `${dayAt(first, question.timezone)} ${variant}`)
  return new Map([...Map.groupBy(days, (day) => day)].map(([day, all]) => [day, all.length]))
}

/** The entities that came to a step of a funnel and no further, each with the event of the step and its session. */
export const naiveStepSessions = (
  question: Question
): ReadonlyMap<string, ReadonlyArray<readonly [step: number, entity: string, uuid: string, session: string]>> => {
  const { metric } = question
  if (metric.metric_type !== "funnel") return new Map()
  const found = exposed(question).filter(({ variant }) => variant !== "$multiple").map((one) => {
    const events = inStepOrder(metric.series, after(question, one).filter(({ uuid }) => uuid !== one.uuid))
    const step = reached(metric, question, events)
    const enough = events.findIndex((_, index) => reached(metric, question, events.slice(0, index + 1)) === step)
    const event = step === 0 ? one : events[enough] ?? one
    return { variant: one.variant, shown: [step, one.entity, event.uuid, event.session] as const }
  })
  return new Map(
    [...Map.groupBy(found, ({ variant }) => variant)].map(([variant, all]) => [variant, all.map(({ shown }) => shown)])
  )
}
