/** The questions that the builder makes: nodes of the API. Fields that it does not know stay as they are. */
import type { Condition } from "../filters/Condition.ts"

/** The kinds of insights that are built by clicks. */
export const kinds = {
  TrendsQuery: "Trends",
  FunnelsQuery: "Funnel",
  RetentionQuery: "Retention",
  LifecycleQuery: "Lifecycle",
  StickinessQuery: "Stickiness",
  PathsQuery: "Paths"
} as const

export type Kind = keyof typeof kinds

/** Events of a name, how they are counted, and the conditions on them. */
export interface Series {
  readonly kind: string
  readonly event?: string | null
  readonly id?: unknown
  readonly name?: string
  readonly custom_name?: string
  readonly math?: string
  readonly math_property?: string
  readonly properties?: ReadonlyArray<Condition>
}

/** A property by whose values a result is cut. */
export interface Cut {
  readonly property: string
  readonly type: string
}

type Fields = Readonly<Record<string, unknown>>

/** An insight's node. */
export interface Question {
  readonly kind: Kind
  readonly series?: ReadonlyArray<Series>
  readonly dateRange?: { readonly date_from?: string | null; readonly date_to?: string | null }
  readonly interval?: string
  readonly properties?: ReadonlyArray<Condition>
  readonly filterTestAccounts?: boolean
  /** The part of all persons that is looked at, from 0 to 1. */
  readonly samplingFactor?: number | null
  /** The type of the groups that are counted; persons without one. */
  readonly aggregation_group_type_index?: number | null
  readonly breakdownFilter?: Fields
  readonly compareFilter?: { readonly compare?: boolean; readonly compare_to?: string }
  readonly trendsFilter?: Fields
  readonly funnelsFilter?: Fields
  readonly retentionFilter?: Fields
  readonly stickinessFilter?: Fields
  readonly lifecycleFilter?: Fields
  readonly pathsFilter?: Fields
}

export const isKind = (kind: unknown): kind is Kind => typeof kind === "string" && Object.hasOwn(kinds, kind)

/** The events of a name; null is any event. */
export const eventSeries = (event: string | null): Series => ({
  kind: "EventsNode",
  event,
  ...event === null ? {} : { name: event }
})

/** The events that an action names. */
export const actionSeries = (id: number, name: string): Series => ({ kind: "ActionsNode", id, name })

const entity = (event: string): Fields => ({ id: event, name: event, type: "events" })

/** A new question of a kind, about an event. */
export const newQuestion = (kind: Kind, event: string): Question => {
  const dateRange = { date_from: "-30d" }
  switch (kind) {
    case "FunnelsQuery":
      return {
        kind,
        series: [eventSeries(event), eventSeries(event)],
        dateRange,
        funnelsFilter: { funnelWindowInterval: 14, funnelWindowIntervalUnit: "day" }
      }
    case "RetentionQuery":
      return {
        kind,
        retentionFilter: {
          period: "Week",
          totalIntervals: 8,
          retentionType: "retention_first_time",
          targetEntity: entity(event),
          returningEntity: entity(event)
        }
      }
    case "LifecycleQuery":
      return { kind, series: [eventSeries(event)], dateRange, interval: "week" }
    case "StickinessQuery":
      return { kind, series: [eventSeries(event)], dateRange, interval: "day" }
    case "PathsQuery":
      return { kind, dateRange, pathsFilter: { includeEventTypes: ["$pageview", "custom_event"], stepLimit: 5 } }
    case "TrendsQuery":
      return { kind, series: [eventSeries(event)], dateRange, interval: "day" }
  }
}

/** The same question as another kind: events, dates and conditions go along where the kind has them. */
export const asKind = (question: Question, kind: Kind, event: string): Question => {
  if (question.kind === kind) return question
  const fresh = newQuestion(kind, event)
  const { aggregation_group_type_index, dateRange, filterTestAccounts, properties, samplingFactor, series = [] } =
    question
  const most = kind === "LifecycleQuery" ? 1 : series.length
  const kept = series.slice(0, most).map((one) => {
    const { math: _, math_property: __, ...rest } = one
    return rest
  })
  const least = fresh.series?.length ?? 0
  return {
    ...fresh,
    ...fresh.series === undefined ? {} : { series: [...kept, ...fresh.series.slice(kept.length, least)] },
    ...fresh.dateRange === undefined || dateRange === undefined ? {} : { dateRange },
    ...properties === undefined ? {} : { properties },
    ...filterTestAccounts === undefined ? {} : { filterTestAccounts },
    ...samplingFactor === undefined ? {} : { samplingFactor },
    ...aggregation_group_type_index === undefined ? {} : { aggregation_group_type_index }
  }
}

const isText = (value: unknown): value is string => typeof value === "string"

const cutOf = (value: unknown): ReadonlyArray<Cut> => {
  if (typeof value !== "object" || value === null) return []
  const { property, type } = value as Fields
  return isText(property) ? [{ property, type: isText(type) ? type : "event" }] : []
}

/** The properties by which a question is cut, in the older form too. */
export const cutsOf = ({ breakdownFilter = {} }: Question): ReadonlyArray<Cut> => {
  const { breakdown, breakdown_type, breakdowns } = breakdownFilter
  if (Array.isArray(breakdowns)) return breakdowns.flatMap(cutOf)
  return isText(breakdown) ? [{ property: breakdown, type: isText(breakdown_type) ? breakdown_type : "event" }] : []
}

/** The question cut by these properties. */
export const withCuts = (question: Question, cuts: ReadonlyArray<Cut>): Question => {
  const { breakdown: _, breakdown_type: __, breakdowns: ___, ...rest } = question.breakdownFilter ?? {}
  const { breakdownFilter: ____, ...bare } = question
  const filter = cuts.length === 0 ? rest : { ...rest, breakdowns: cuts }
  return Object.keys(filter).length === 0 ? bare : { ...bare, breakdownFilter: filter }
}

/** The field of a question that has the settings of its kind. */
const settingsFields = {
  TrendsQuery: "trendsFilter",
  FunnelsQuery: "funnelsFilter",
  RetentionQuery: "retentionFilter",
  LifecycleQuery: "lifecycleFilter",
  StickinessQuery: "stickinessFilter",
  PathsQuery: "pathsFilter"
} as const

/** The settings of a question's kind. */
export const settingsOf = (question: Question): Fields => question[settingsFields[question.kind]] ?? {}

/** The question with some settings of its kind; undefined takes one away. */
export const withSettings = (question: Question, changes: Fields): Question => {
  const merged = Object.entries({ ...settingsOf(question), ...changes }).filter(([, value]) => value !== undefined)
  return { ...question, [settingsFields[question.kind]]: Object.fromEntries(merged) }
}

/** The question inside of a stored one, which may have a node of its view around it. */
export const questionIn = (query: unknown): Question | undefined => {
  if (typeof query !== "object" || query === null) return undefined
  const { kind, source } = query as Fields
  if (isKind(kind)) return query as Question
  return source === undefined ? undefined : questionIn(source)
}

/** The statement of a stored query that is SQL. */
export const sqlIn = (query: unknown): string | undefined => {
  if (typeof query !== "object" || query === null) return undefined
  const { kind, query: sql, source } = query as Fields
  if ((kind === "HogQLQuery" || kind === "ServiceSqlQuery") && isText(sql)) return sql
  return source === undefined ? undefined : sqlIn(source)
}

/** The letters of series, as formulas have them. */
export const letterOf = (place: number): string => String.fromCodePoint(65 + place % 26)

const shown = ({ custom_name, event, name }: Series): string => custom_name ?? name ?? event ?? "All events"

/** What a question asks in a few words: the name of an insight that has none. */
export const describe = (question: Question): string => {
  const names = (question.series ?? []).map(shown)
  const cuts = cutsOf(question).map(({ property }) => property)
  const what = question.kind === "FunnelsQuery" ? names.join(" → ") : names.join(" and ")
  const by = cuts.length === 0 ? "" : ` by ${cuts.join(", ")}`
  const about = what === "" ? "" : `: ${what}`
  return `${kinds[question.kind]}${about}${by}`.slice(0, 200)
}
