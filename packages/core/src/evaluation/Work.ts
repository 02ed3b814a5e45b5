import type { FlagFailureCode } from "./FlagReason.ts"

/** The most work for one flag, in units of about the time that looking at one character of a text takes. */
export const maxFlagWork = 10_000_000

/** The same of all flags of one request. */
export const maxRequestWork = 200_000_000

/** After so much others run. */
export const sliceWork = 1_000_000

/** The work of one condition, before its comparison. */
export const testWork = 10

/** Texts up to this length count as no work. */
export const shortText = 256

/** The forms of a value that conditions compare, each made once in a request. */
export interface ValueForms {
  plain?: string
  lower?: string
  equal?: string
  isTrue?: boolean
  /** Null where it is no date. */
  instant?: number | null
}

/** A request as the conditions of a flag see it. */
export interface Asking {
  /** In milliseconds. */
  readonly now: number
  /** The work that is left for the flag at hand. */
  left: number
  /** The reason for which the current flag cannot be evaluated. */
  failure: FlagFailureCode | undefined
  /** Some pattern was given up: whether it stands in the text is unknown. */
  gaveUp: boolean
  /** The forms of large values, by value. */
  forms: Map<unknown, ValueForms> | undefined
}

/** Takes work from the flag at hand; false when there is none left: then the flag cannot be evaluated. */
export const spend = (asking: Asking, work: number): boolean => {
  asking.left -= work
  if (asking.left >= 0) return true
  asking.failure ??= "evaluation_limit"
  return false
}

/** The forms of a large value. */
export const formsOf = (value: unknown, asking: Asking): ValueForms => {
  asking.forms ??= new Map()
  const known = asking.forms.get(value)
  if (known !== undefined) return known
  const forms: ValueForms = {}
  asking.forms.set(value, forms)
  return forms
}
