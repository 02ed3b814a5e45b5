/** Rules of structured values, composed of smaller ones. */
import { type Broken, typeName } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { shownValue } from "../../shared/ShownValue.ts"

/** The first fault of a value; undefined where there is none. */
export type Rule = (value: unknown) => Broken | undefined

const required: Broken = { code: "required", message: "This field is required." }

const below = (name: string | number, broken: Broken | undefined): Broken | undefined =>
  broken === undefined ? undefined : { ...broken, path: [name, ...broken.path ?? []] }

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/** A required value; `hint` is the advice to who left it out. */
export const needed = (rule: Rule, hint?: string): Rule => {
  const broken = hint === undefined ? required : { ...required, hint }
  return (value) => isAbsent(value) ? broken : rule(value)
}

/** May be left out, or null. */
export const maybe = (rule: Rule): Rule => (value) => isAbsent(value) ? undefined : rule(value)

/** One of some words. */
export const oneOf = (choices: ReadonlyArray<string>): Rule => (value) =>
  choices.some((one) => one === value)
    ? undefined
    : { code: "invalid_choice", message: `"${shownValue(value)}" is not a valid choice.` }

/** Any text. */
export const text: Rule = (value) =>
  typeof value === "string" ? undefined : { code: "invalid_input", message: "Not a valid string." }

/** A text with something in it. */
export const nonEmptyText: Rule = (value) =>
  value === "" ? { code: "blank", message: "This field may not be blank." } : text(value)

/** A whole number, the least one or more. */
export const wholeNumber = (least: number): Rule => (value) => {
  if (!Number.isSafeInteger(value)) return { code: "invalid_input", message: "A valid integer is required." }
  return Number(value) < least
    ? { code: "min_value", message: `Ensure this value is greater than or equal to ${least}.` }
    : undefined
}

/** A number between two bounds, both included. */
export const numberWithin = (least: number, most: number): Rule => (value) => {
  if (typeof value !== "number") return { code: "invalid_input", message: "A valid number is required." }
  return value >= least && value <= most
    ? undefined
    : { code: "invalid_value", message: `Ensure this value is between ${least} and ${most}.` }
}

/** A number from 0 to 1. */
export const fraction: Rule = (value) =>
  typeof value === "number" && value >= 0 && value <= 1
    ? undefined
    : { code: "invalid_value", message: "A percentile must be a number between 0 and 1." }

/** True or false. */
export const yesOrNo: Rule = (value) =>
  typeof value === "boolean" ? undefined : { code: "invalid_input", message: "Must be a valid boolean." }

/** A record whose members follow rules; others may be anything. */
export const object = (rules: Readonly<Record<string, Rule>>): Rule => (value) => {
  if (!isJsonRecord(value)) {
    return { code: "not_a_dict", message: `Expected a dictionary of items but got type "${typeName(value)}".` }
  }
  for (const [name, rule] of Object.entries(rules)) {
    const broken = below(name, rule(value[name]))
    if (broken !== undefined) return broken
  }
  return undefined
}

/** A list whose members all follow a rule. */
export const listOf = (rule: Rule): Rule => (value) => {
  if (!Array.isArray(value)) {
    return { code: "not_a_list", message: `Expected a list of items but got type "${typeName(value)}".` }
  }
  for (const [index, item] of value.entries()) {
    const broken = below(index, rule(item))
    if (broken !== undefined) return broken
  }
  return undefined
}

/** Adds a rule over several members, which is checked where the members' own rules hold. */
export const together = (first: Rule, second: (metric: JsonRecord) => Broken | undefined): Rule => (value) =>
  first(value) ?? (isJsonRecord(value) ? second(value) : undefined)
