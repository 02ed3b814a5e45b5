/** Correlations beside a funnel: the nodes that ask for them and for the people behind them, and their answers. */
import { valueText } from "../../parts/Values.ts"
import type { Behind } from "./AnswerTable.ts"
import type { Question } from "./Question.ts"

/** Whether events between the steps, or properties of people, are compared. */
export type Compared = "events" | "properties"

/** An event or a property, and the people with it. */
export interface Correlated {
  /** As the API has it: an event, or `property::value`. */
  readonly name: string
  readonly successes: number
  readonly failures: number
  readonly oddsRatio: number
  readonly isSuccess: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** The node that compares those who convert in a funnel with the others. */
export const correlationNode = (funnel: Question, type: Compared): Fields => ({
  kind: "FunnelCorrelationQuery",
  funnelCorrelationType: type,
  source: { kind: "FunnelsActorsQuery", source: funnel },
  ...type === "properties" ? { funnelCorrelationNames: ["$all"] } : {}
})

const record = (value: unknown): Fields => typeof value === "object" && value !== null ? value as Fields : {}

/** The rows of an answer, and whether one outcome is much more frequent than the other. */
export const correlationOf = (
  answer: object
): { readonly rows: ReadonlyArray<Correlated>; readonly isSkewed: boolean } => {
  const { events, skewed } = record(record(answer)["results"])
  const rows = Array.isArray(events) ? events.map(record) : []
  return {
    isSkewed: skewed === true,
    rows: rows.map(({ correlation_type, event, failure_count, odds_ratio, success_count }) => ({
      name: valueText(record(event)["event"]),
      successes: Number(success_count),
      failures: Number(failure_count),
      oddsRatio: Number(odds_ratio),
      isSuccess: correlation_type === "success"
    }))
  }
}

/** The people with an event or a property who converted, or who did not. */
export const peopleOf = (funnel: Question, type: Compared, { name }: Correlated, converted: boolean): Behind => {
  const at = name.indexOf("::")
  const [key, value] = [name.slice(0, at), name.slice(at + 2)]
  return {
    title: `${name}, ${converted ? "converted" : "did not convert"}`,
    source: {
      kind: "FunnelCorrelationActorsQuery",
      source: correlationNode(funnel, type),
      funnelCorrelationPersonConverted: converted,
      ...type === "events"
        ? { funnelCorrelationPersonEntity: { kind: "EventsNode", event: name } }
        : { funnelCorrelationPropertyValues: [{ key, value: [value], type: "person", operator: "exact" }] }
    }
  }
}
