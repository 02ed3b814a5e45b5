import type { Asking } from "./Work.ts"

/** Whether a value that a person or group has is as wanted. */
export type ValueTest = (value: unknown, asking: Asking) => boolean

/** An operator with the value it compares to, ready to be asked. */
export interface PropertyOperator {
  /** Makes what is costly to make when it is first asked for; false where there is nothing to compare with. */
  readonly prepare?: (asking: Asking) => boolean
  readonly matches: ValueTest
  /** The answer for those who have no such property. */
  readonly whenMissing: boolean
}

/** Makes an operator of a filter's value; bare dates are read in the time zone. */
export type MakeOperator = (wanted: unknown, timeZone: string) => PropertyOperator

/** Never holds: the test of an operator whose value makes no sense. */
export const never: PropertyOperator = { matches: () => false, whenMissing: false }

/** Holds where the test does; not for those without the property. */
export const when = (matches: ValueTest): PropertyOperator => ({ matches, whenMissing: false })

/** Holds where the test does not, and for those without the property. */
export const unless = (matches: ValueTest): PropertyOperator => ({
  matches: (value, asking) => !matches(value, asking),
  whenMissing: true
})
