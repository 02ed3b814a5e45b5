/** The actors behind a number of a funnel. */
import { Effect } from "effect"
import { namedTime } from "../../../filters/RelativeDate.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError, QueryRun } from "../../QueryKind.ts"
import { bucketsOf } from "../../structured/Buckets.ts"
import type { FoundOptions } from "../actors/ActorOptions.ts"
import { type Actors, type ActorSelection, actorSource } from "../actors/ActorSource.ts"
import type { Attributed } from "./evaluate/Attribution.ts"
import { entrancesOf, makeProgress } from "./evaluate/EvaluateActor.ts"
import { hasStep, type Progress } from "./evaluate/FunnelRules.ts"
import { funnelsQuery } from "./FunnelsKind.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { shownPlaces, shownValue } from "./FunnelsResults.ts"
import { type prepareFunnel, prepareParts, rangeOf, rulesOf } from "./PrepareFunnel.ts"
import { eachActor } from "./ReadParts.ts"
import { type FunnelsOutcome, runFunnels } from "./RunFunnels.ts"

type Prepared = Effect.Success<ReturnType<typeof prepareFunnel>>
type IsMeant = (part: Attributed) => boolean

const refused = ({ path }: ActorSelection, field: string, message: string) =>
  InvalidInput.at([...path, field], "invalid_value", message)

/** Whether progress is that of the step that is asked for. */
const stepMeant = (
  selection: ActorSelection,
  steps: number
): Effect.Effect<(progress: Progress) => boolean, InvalidInput> => {
  const { funnelCustomSteps: custom, funnelStep: step } = selection
  if (custom !== undefined && custom !== null && custom.length > 0) {
    return Effect.succeed(({ last }) => custom.includes(last + 1))
  }
  const number = step ?? 0
  if (number > 0 && number <= steps) return Effect.succeed(({ done }) => hasStep(done, number - 1))
  if (number <= -2 && -number <= steps) {
    return Effect.succeed(({ done }) => hasStep(done, -number - 2) && !hasStep(done, -number - 1))
  }
  return Effect.fail(refused(
    selection,
    "funnelStep",
    `The number of a step is needed, from 1 to ${steps}, or from -2 to -${steps} for those who did not reach it.`
  ))
}

/** Those who entered in an interval, and converted or did not. */
const entranceMeant = Effect.fnUntraced(
  function*(node: FunnelsNode, selection: ActorSelection, { interval, moment, span }: Prepared) {
    const { funnelTrendsDropOff: dropsOff, funnelTrendsEntrancePeriodStart: start } = selection
    if (dropsOff === undefined || dropsOff === null) {
      const message = "Actors parameter `funnelTrendsDropOff` must be provided for funnel trends persons!"
      return yield* refused(selection, "funnelTrendsDropOff", message)
    }
    const time = namedTime(start ?? "", moment.now, moment)?.time
    if (time === undefined) {
      const message = "Actors parameter `funnelTrendsEntrancePeriodStart` must be provided funnel trends persons!"
      return yield* refused(selection, "funnelTrendsEntrancePeriodStart", message)
    }
    const { starts } = yield* Effect.fromResult(bucketsOf(span, interval, moment, node.path))
    const place = starts.findLastIndex((begin) => begin <= time)
    const [rules, { from, to }] = [rulesOf(node), rangeOf(node)]
    const isMeant: IsMeant = ({ history }) =>
      entrancesOf(history, rules, starts).some(({ bucket, progress: { last } }) =>
        bucket === place && last >= from && (dropsOff ? last < to : last >= to)
      )
    return isMeant
  }
)

const textsOf = (value: unknown): string => (Array.isArray(value) ? value : [value]).map(String).join("\0")

/** Whether a value to cut by is that which is asked for. */
const valueMeant = ({ funnelStepBreakdown: value }: ActorSelection, { cut }: Prepared) => (place: number): boolean =>
  value === undefined || value === null || cut === undefined ||
  textsOf(shownValue(cut, place).breakdown_value) === textsOf(value)

const actorsMeant = Effect.fnUntraced(
  function*(node: FunnelsNode, selection: ActorSelection, run: QueryRun): Effect.fn.Return<Actors, QueryError> {
    if ((node.filter.funnelAggregateByHogQL ?? "") !== "") {
      const path = [...selection.path, "source", "funnelsFilter", "funnelAggregateByHogQL"]
      return yield* InvalidInput.at(
        path,
        "invalid_value",
        "Values of an expression are no persons to be listed."
      )
    }
    const parts = yield* prepareParts(node, run)
    const [first] = parts
    if (first === undefined) return yield* Effect.die(new Error("A funnel has a part."))
    const rules = rulesOf(node)
    const progressOf = makeProgress(rules)
    const isMeant: IsMeant = node.filter.funnelVizType === "trends"
      ? yield* entranceMeant(node, selection, first)
      : yield* Effect.map(stepMeant(selection, rules.steps), (isStep): IsMeant => ({ history }) => {
        const progress = progressOf(history)
        return progress !== undefined && isStep(progress)
      })
    const ids = new Set<string>()
    for (const prepared of parts) {
      const hasValue = valueMeant(selection, prepared)
      yield* eachActor(prepared.question, prepared.asked, (part, actor) => {
        if (hasValue(part.value) && isMeant(part)) ids.add(actor)
      })
    }
    return { _tag: "Listed", ids: [...ids].sort((one, other) => one < other ? -1 : 1) }
  }
)

/** The values that a result has. */
const funnelOptions = ({ parts, ran, span }: FunnelsOutcome): FoundOptions => {
  if (parts.every(({ cut }) => cut === undefined)) return { ran, span, options: {} }
  const breakdown = parts.flatMap(({ cut, found }) => {
    if (cut === undefined || found._tag === "Durations") return []
    return shownPlaces(found.groups.map(({ place }) => place), cut).map((place) => {
      const { breakdown: label, breakdown_value: value } = shownValue(cut, place)
      return { label: typeof label === "string" ? label : label.join("::"), value }
    })
  })
  return { ran, span, options: { breakdown } }
}

/** Funnels as a source of actors. */
export const funnelsActors = actorSource(funnelsQuery, {
  group: ({ aggregation_group_type_index: group }) => group,
  actors: actorsMeant,
  options: (node, run) => Effect.map(runFunnels(node, run), funnelOptions)
})
