import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { eventUuid, type History, type PastEvent, personId } from "../experiments/History.ts"

const start = Date.UTC(2024, 4, 6, 10) * 1000
const minute = 60_000_000

type Properties = PastEvent["properties"]
type Act = readonly [name: string, minute: number, properties?: Properties]

const pro = { plan: "pro", size: 1 }

/**
 * The funnel is signup, then buy, in half an hour: `ann` and `bob` convert, `cyd`, `dan` and `eve` do not, `fay` never
 * began. Events before a signup, after a buy, or after the half hour do not count.
 */
const acts: Readonly<Record<string, ReadonlyArray<Act>>> = {
  ann: [["signup", 0], ["tour", 5, pro], ["tour", 6, pro], ["buy", 10], ["late", 15]],
  bob: [["signup", 0], ["tour", 5, { ...pro, size: 2 }], ["help", 6], ["buy", 10]],
  cyd: [["signup", 0], ["help", 5], ["late", 40]],
  dan: [["signup", 0], ["tour", 5, { ...pro, size: 3, list: null }], ["help", 8]],
  eve: [["tour", 0, pro], ["signup", 5]],
  fay: [["tour", 0, pro], ["buy", 10]]
}

/** The events. */
export const signups = (project: ProjectId): History => ({
  project,
  merged: new Map(),
  events: Object.entries(acts).flatMap(([person, all], row) =>
    all.map(([name, at, properties = {}], place): PastEvent => ({
      uuid: eventUuid(project, row * 10 + place),
      person,
      name,
      time: start + at * minute,
      group: "",
      session: "",
      properties
    }))
  )
})

const plans: Readonly<Record<string, Properties>> = {
  ann: { plan: "pro", city: "Rome" },
  bob: { plan: "pro" },
  cyd: { plan: "free" },
  dan: { plan: "free" },
  eve: { plan: "pro" },
  fay: { plan: "free" }
}

/** The persons' records. */
export const signupPersons = (project: ProjectId): ReadonlyArray<Person> =>
  Object.entries(plans).map(([name, properties]) =>
    new Person({
      project_id: project,
      id: personId(project, name),
      properties,
      created_at: start as EventTime,
      is_identified: true,
      version: 1
    })
  )

const funnelOf = (...names: ReadonlyArray<string>): JsonRecord => ({
  kind: "FunnelsActorsQuery",
  funnelStep: 1,
  source: {
    kind: "FunnelsQuery",
    series: names.map((event) => ({ kind: "EventsNode", event })),
    dateRange: { date_from: "2024-05-06", date_to: "2024-05-06" },
    funnelsFilter: { funnelWindowInterval: 30, funnelWindowIntervalUnit: "minute" }
  }
})

/** A query of correlations. */
export const correlated = (type: string, fields: JsonRecord = {}): JsonRecord => ({
  kind: "FunnelCorrelationQuery",
  source: funnelOf("signup", "buy"),
  funnelCorrelationType: type,
  ...fields
})

const found = (event: string, success: number, failure: number, ratio: number, properties: JsonRecord = {}) => ({
  event: { event, properties, elements: [] },
  success_count: success,
  failure_count: failure,
  odds_ratio: ratio,
  correlation_type: ratio > 1 ? "success" : "failure"
})

/** Queries, and their results by hand: two converted, three did not. */
export const correlationCases: ReadonlyArray<
  { readonly name: string; readonly query: JsonRecord; readonly events: ReadonlyArray<unknown>; readonly skewed?: true }
> = [
  {
    name: "events between the steps",
    query: correlated("events"),
    events: [found("tour", 2, 1, 4.5), found("help", 1, 2, 4 / 6)]
  },
  {
    name: "events but for some",
    query: correlated("events", { funnelCorrelationExcludeEventNames: ["tour"] }),
    events: [found("help", 1, 2, 4 / 6)]
  },
  {
    name: "properties of actors",
    query: correlated("properties", { funnelCorrelationNames: ["plan", "none"] }),
    events: [found("plan::pro", 2, 1, 4.5), found("plan::free", 0, 2, 2 / 9)]
  },
  {
    name: "all properties of actors but for some",
    query: correlated("properties", { funnelCorrelationNames: ["$all"], funnelCorrelationExcludeNames: ["plan"] }),
    events: [found("city::Rome", 1, 0, 4)]
  },
  {
    name: "properties of events that more than two have",
    query: correlated("event_with_properties", { funnelCorrelationEventNames: ["tour"] }),
    events: [found("tour::plan::pro", 2, 1, 4.5, { plan: "pro" })]
  },
  {
    name: "properties of events but for some",
    query: correlated("event_with_properties", {
      funnelCorrelationEventNames: ["tour"],
      funnelCorrelationEventExcludePropertyNames: ["plan"]
    }),
    events: []
  },
  {
    name: "a funnel in which everybody has one outcome says nothing",
    query: { ...correlated("events"), source: funnelOf("signup", "never") },
    events: [],
    skewed: true
  }
]

const tour = { funnelCorrelationPersonEntity: { kind: "EventsNode", event: "tour" } }
const free = { funnelCorrelationPropertyValues: [{ type: "person", key: "plan", value: "free", operator: "exact" }] }

/** The actors behind them, by their names. */
export const correlationActorCases: ReadonlyArray<readonly [selection: JsonRecord, names: ReadonlyArray<string>]> = [
  [{ funnelCorrelationPersonConverted: true }, ["ann", "bob"]],
  [{ funnelCorrelationPersonConverted: false, ...tour }, ["dan"]],
  [{ funnelCorrelationPersonConverted: true, ...tour }, ["ann", "bob"]],
  [{ funnelCorrelationPersonConverted: false, ...free }, ["cyd", "dan"]],
  [{ ...tour, ...free }, ["dan"]],
  [{ funnelCorrelationPersonEntity: { kind: "ActionsNode", id: 77 } }, []]
]

/** Queries that cannot be, and where they are wrong. */
export const refusedCorrelations: ReadonlyArray<readonly [query: JsonRecord, at: string]> = [
  [correlated("properties"), "funnelCorrelationNames"],
  [correlated("event_with_properties", { funnelCorrelationEventNames: [] }), "funnelCorrelationEventNames"],
  [correlated("moods"), "funnelCorrelationType"],
  [{ ...correlated("events"), source: { kind: "InsightActorsQuery", source: {} } }, "source.kind"],
  [{ ...correlated("events"), source: funnelOf("signup") }, "source.source.series"]
]
