import type { EventTime } from "../events/EventTime.ts"
import type { Calendar } from "./RelativeDate.ts"
import type { Sql } from "./SqlFragment.ts"

/** A value that a property is compared with. */
export type Scalar = string | number | boolean

/** The time and the calendar that relative dates count in. */
export interface Moment extends Calendar {
  readonly now: EventTime
}

/** A comparison of a property with values. */
export interface Operator {
  /** The fault of a value; undefined where it is valid. */
  readonly problem: (value: Scalar) => string | undefined
  /** The number of values: none, any number of alternatives, or the two ends of a range. */
  readonly takes: "none" | "some" | "two"
  readonly condition: (property: Sql, values: ReadonlyArray<Scalar>, moment: Moment) => Sql
}
