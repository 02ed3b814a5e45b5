/** The steps of a funnel, and what must not happen between them. */
import { Schema } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { component, field } from "../../../shared/DocumentedSchema.ts"
import { EventsNode, eventVariants } from "../../structured/EventsNode.ts"
import { SeriesNode, seriesOf } from "../../structured/SeriesNode.ts"

const allEvents = "All events"

const idProblem = ({ id, kind }: { readonly id?: unknown; readonly kind: string }) =>
  kind !== "ActionsNode" || typeof id === "number" || { path: ["id"], issue: "This field is required." }

/** Events or an action; of `math` only first times mean something here. */
export const FunnelStep = Schema.Struct({
  ...SeriesNode.fields,
  math: EventsNode.fields.math,
  optionalInFunnel: Schema.optionalKey(Schema.Unknown).annotateKey({
    description: "Whether the step may be left out, with `true`."
  })
}).annotate(component("FunnelStep", "A step of a funnel.", {
  variants: eventVariants("FunnelEventsStep", "FunnelActionsStep", "A step of a funnel:"),
  examples: [{ kind: "EventsNode", event: "signed up" }]
})).check(Schema.makeFilter(idProblem))
export type FunnelStep = typeof FunnelStep.Type

/** An event or action that must not happen between two steps. */
export const Exclusion = Schema.Struct({
  ...SeriesNode.fields,
  math: EventsNode.fields.math,
  funnelFromStep: field(Schema.Int, "The step from which on it must not happen, from 0."),
  funnelToStep: field(Schema.Int, "The step before which it must not happen.")
}).annotate(component("FunnelExclusion", "An event or action that must not happen between two steps.", {
  variants: eventVariants("FunnelEventsExclusion", "FunnelActionsExclusion", "What must not happen between two steps:"),
  examples: [{ kind: "EventsNode", event: "closed account", funnelFromStep: 0, funnelToStep: 1 }]
})).check(Schema.makeFilter(idProblem))
export type Exclusion = typeof Exclusion.Type

/** Whether a step may be left out. */
export const isOptional = ({ optionalInFunnel }: { readonly optionalInFunnel?: unknown }): boolean =>
  optionalInFunnel === true

/** The first event of each person among those of a condition. */
const firstOf = (condition: Sql): Sql =>
  sql`uuid IN (SELECT argMin(uuid, timestamp) FROM events WHERE ${condition} GROUP BY ${named("person_id")})`

type Meant = Omit<SeriesNode, "math">

/** Holds on the events that are the step; on none where its action is not there. */
export const stepCondition = (
  step: Meant & { readonly math?: string | null },
  actions: ReadonlyMap<number, KnownAction>,
  moment: Moment
): Sql => {
  const [series] = seriesOf([step], actions, moment)
  if (series === undefined) return sql`false`
  const { base, condition } = series
  if (step.math === "first_time_for_user") return allOf([condition, firstOf(base)])
  return step.math === "first_time_for_user_with_filters" ? allOf([condition, firstOf(condition)]) : condition
}

/** The description of the step in results. */
export const stepEntity = (step: FunnelStep, order: number, actions: ReadonlyMap<number, KnownAction>) => {
  const isAction = step.kind === "ActionsNode"
  const event = (step.event ?? "") === "" ? null : step.event ?? null
  return {
    action_id: isAction ? step.id ?? null : event,
    name: isAction ? actions.get(step.id ?? 0)?.name ?? "" : event ?? allEvents,
    custom_name: step.custom_name ?? null,
    order,
    type: isAction ? "actions" as const : "events" as const
  }
}

/** The description of a number of steps, whichever they are, in the results of an unordered funnel. */
export const anyStepEntity = ({ kind }: FunnelStep, order: number) => ({
  action_id: null,
  name: `Completed ${order + 1} step${order === 0 ? "" : "s"}`,
  custom_name: null,
  order,
  type: kind === "ActionsNode" ? "actions" as const : "events" as const
})
