import { Result, Schema } from "effect"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import { type CalendarUnit, namesTime } from "../../filters/RelativeDate.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { InputCode, InputIssue } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { toInvalidInput } from "../../shared/RequestIssues.ts"

/** The kinds of behaviour, as the reference service names them. */
export const behaviourKinds = [
  "performed_event",
  "performed_event_multiple",
  "performed_event_first_time",
  "performed_event_sequence",
  "performed_event_regularly",
  "stopped_performing_event",
  "restarted_performing_event"
] as const
export type BehaviourKind = (typeof behaviourKinds)[number]

/** A number of units of the calendar. */
export interface Stretch {
  readonly count: number
  readonly unit: CalendarUnit
}

/** An event, or an action, that persons did. */
export interface Deed {
  readonly event: string | undefined
  readonly action: number | undefined
  readonly filters: PropertyFilters | null
}

/** The comparison of a number of events with another number. */
export type CountOperator = "eq" | "gt" | "gte" | "lt" | "lte"

/** The behaviour of persons, as a condition of a cohort. */
export interface Behaviour {
  readonly kind: BehaviourKind
  readonly deed: Deed
  /** The time up to now; undefined: no matter when. */
  readonly within: Stretch | undefined
  /** Dates in the place of `within`. */
  readonly from: string | undefined
  readonly to: string | undefined
  readonly operator: CountOperator
  readonly times: number
  /** Of a sequence what followed; of what stopped or began again only the time is used. */
  readonly then: { readonly deed: Deed; readonly within: Stretch } | undefined
  readonly periods: { readonly least: number; readonly total: number }
}

/** The units of its times. */
export const behaviourUnits = ["minute", "hour", "day", "week", "month", "year"] as const
const units: ReadonlySet<string> = new Set(behaviourUnits)
const operators: Readonly<Record<string, CountOperator>> = {
  gte: "gte",
  lte: "lte",
  gt: "gt",
  lt: "lt",
  eq: "eq",
  exact: "eq"
}

/** The comparisons of a number of events. */
export const countOperators: ReadonlyArray<string> = Object.keys(operators)

/** Longer stretches and larger numbers are no behaviour that anybody asks about. */
const maxCount = 10_000
const maxPeriods = 60

type Read<A> = Result.Result<A, ReadonlyArray<InputIssue>>

const fault = (field: string, code: InputCode, message: string): ReadonlyArray<InputIssue> => [
  { path: [field], code, message }
]

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ""

/** A whole number, which clients send as a text, too. */
const wholeNumber = (condition: JsonRecord, field: string, most: number, least = 0): Read<number | undefined> => {
  const value = condition[field]
  if (!isGiven(value)) return Result.succeed(undefined)
  const number = typeof value === "string" && /^\d{1,10}$/.test(value) ? Number(value) : value
  return Number.isInteger(number) && Number(number) >= least && Number(number) <= most
    ? Result.succeed(Number(number))
    : Result.fail(fault(field, "invalid_input", `A whole number from ${least} to ${most} is required.`))
}

const stretch = (condition: JsonRecord, prefix: "" | "seq_"): Read<Stretch | undefined> =>
  Result.gen(function*() {
    const count = yield* wholeNumber(condition, `${prefix}time_value`, maxCount, 1)
    const unit = condition[`${prefix}time_interval`]
    if (count === undefined) return undefined
    if (!isGiven(unit)) return { count, unit: "day" as const }
    return typeof unit === "string" && units.has(unit)
      ? { count, unit: unit as CalendarUnit }
      : yield* Result.fail(
        fault(`${prefix}time_interval`, "invalid_choice", `Must be one of ${[...units].join(", ")}.`)
      )
  })

const date = (condition: JsonRecord, field: string): Read<string | undefined> => {
  const value = condition[field]
  if (!isGiven(value)) return Result.succeed(undefined)
  return typeof value === "string" && namesTime(value)
    ? Result.succeed(value)
    : Result.fail(fault(field, "invalid_input", "A date is required: ISO 8601, or relative as -30d."))
}

const decodeFilters = Schema.decodeUnknownResult(PropertyFilters, { errors: "all", onExcessProperty: "error" })

const eventFilters = ({ event_filters: filters }: JsonRecord): Read<PropertyFilters | null> =>
  isGiven(filters)
    ? Result.mapError(decodeFilters(filters), ({ issue }) => toInvalidInput(issue, ["event_filters"]).issues)
    : Result.succeed(null)

const deed = (key: unknown, type: unknown, field: string, filters: PropertyFilters | null): Read<Deed> => {
  if (type === "actions") {
    const action = positiveInt4(key)
    return action === undefined
      ? Result.fail(fault(field, "invalid_input", "The id of an action is required."))
      : Result.succeed({ event: undefined, action, filters })
  }
  return isGiven(key) && (typeof key === "string" || typeof key === "number")
    ? Result.succeed({ event: String(key), action: undefined, filters })
    : Result.fail(fault(field, "required", "This field is required."))
}

const operatorOf = ({ operator }: JsonRecord): Read<CountOperator> => {
  if (!isGiven(operator)) return Result.succeed("gte")
  const found = typeof operator === "string" && Object.hasOwn(operators, operator) ? operators[operator] : undefined
  return found === undefined
    ? Result.fail(fault("operator", "invalid_choice", `Must be one of ${Object.keys(operators).join(", ")}.`))
    : Result.succeed(found)
}

const follows = (condition: JsonRecord, kind: BehaviourKind): Read<Behaviour["then"]> =>
  Result.gen(function*() {
    const isSequence = kind === "performed_event_sequence"
    if (!isSequence && kind !== "stopped_performing_event" && kind !== "restarted_performing_event") return undefined
    const within = yield* stretch(condition, "seq_")
    if (within === undefined) return yield* Result.fail(fault("seq_time_value", "required", "This field is required."))
    const { seq_event: event, seq_event_type: type } = condition
    return {
      within,
      deed: isSequence ? yield* deed(event, type, "seq_event", null) : { event: "", action: undefined, filters: null }
    }
  })

const periodsOf = (condition: JsonRecord): Read<Behaviour["periods"]> =>
  Result.gen(function*() {
    const total = (yield* wholeNumber(condition, "total_periods", maxPeriods, 1)) ?? 1
    const least = (yield* wholeNumber(condition, "min_periods", maxPeriods, 1)) ?? 1
    return least <= total
      ? { least, total }
      : yield* Result.fail(fault("min_periods", "invalid_input", "Must not be more than total_periods."))
  })

/** The kinds that are about a stretch of time before now. */
const needsStretch: ReadonlySet<BehaviourKind> = new Set([
  "performed_event_regularly",
  "stopped_performing_event",
  "restarted_performing_event"
])

/** Reads a condition of a kind that is known; otherwise its faults, with their places within it. */
export const readBehaviour = (condition: JsonRecord): Read<Behaviour> =>
  Result.gen(function*() {
    const kind = behaviourKinds.find((known) => known === condition["value"])
    if (kind === undefined) return yield* Result.fail(fault("value", "invalid_choice", "There is no such behaviour."))
    const within = yield* stretch(condition, "")
    if (within === undefined && needsStretch.has(kind)) {
      return yield* Result.fail(fault("time_value", "required", "This field is required."))
    }
    return {
      kind,
      deed: yield* deed(condition["key"], condition["event_type"], "key", yield* eventFilters(condition)),
      within,
      from: yield* date(condition, "explicit_datetime"),
      to: yield* date(condition, "explicit_datetime_to"),
      operator: yield* operatorOf(condition),
      times: (yield* wholeNumber(condition, "operator_value", 1_000_000_000)) ?? 1,
      then: yield* follows(condition, kind),
      periods: yield* periodsOf(condition)
    }
  })
