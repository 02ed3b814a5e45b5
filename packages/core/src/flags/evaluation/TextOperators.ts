import { type MakeOperator, unless, type ValueTest, when } from "./PropertyOperator.ts"
import { exactText, lowerAscii, plainText } from "./PropertyText.ts"

const isTruthLike = (value: unknown): boolean =>
  typeof value === "boolean"
  || (typeof value === "string" && (value.toLowerCase() === "true" || value.toLowerCase() === "false"))
  || (Array.isArray(value) && value.every(isTruthLike))

const isTrue = (value: unknown): boolean =>
  value === true
  || (typeof value === "string" && value.toLowerCase() === "true")
  || (Array.isArray(value) && value.every(isTrue))

const equalsText = (wanted: string): ValueTest => {
  const lower = wanted.toLowerCase()
  return (value) => value === wanted || exactText(value).toLowerCase() === lower
}

const equalsAny = (wanted: ReadonlyArray<unknown>): ValueTest => {
  const same: ReadonlySet<unknown> = new Set(wanted.filter((item) => typeof item === "string"))
  const texts = new Set(wanted.map((item) => exactText(item).toLowerCase()))
  return (value) => same.has(value) || texts.has(exactText(value).toLowerCase())
}

/** Equality without regard to case, of any of a list; where only true and false are wanted, truth is what counts. */
const equals = (wanted: unknown): ValueTest => {
  if (isTruthLike(wanted)) {
    const truth = isTrue(wanted)
    return (value) => isTrue(value) === truth
  }
  return Array.isArray(wanted) ? equalsAny(wanted) : equalsText(exactText(wanted))
}

const compareText = (holds: (text: string, wanted: string) => boolean) => (wanted: unknown): ValueTest => {
  const lower = lowerAscii(plainText(wanted))
  return (value) => holds(lowerAscii(plainText(value)), lower)
}

const contains = compareText((text, wanted) => text.includes(wanted))
const startsWith = compareText((text, wanted) => text.startsWith(wanted))
const endsWith = compareText((text, wanted) => text.endsWith(wanted))

const containsAny = (wanted: unknown): ValueTest => {
  const tests = (Array.isArray(wanted) ? wanted : [wanted]).map(contains)
  return (value, now) => tests.some((test) => test(value, now))
}

/** Operators on texts; all compare without regard to case. */
export const textOperators = {
  exact: (wanted) => when(equals(wanted)),
  is_not: (wanted) => unless(equals(wanted)),
  in: (wanted) => when(equals(wanted)),
  not_in: (wanted) => unless(equals(wanted)),
  icontains: (wanted) => when(contains(wanted)),
  not_icontains: (wanted) => unless(contains(wanted)),
  icontains_multi: (wanted) => when(containsAny(wanted)),
  not_icontains_multi: (wanted) => unless(containsAny(wanted)),
  starts_with: (wanted) => when(startsWith(wanted)),
  not_starts_with: (wanted) => unless(startsWith(wanted)),
  ends_with: (wanted) => when(endsWith(wanted)),
  not_ends_with: (wanted) => unless(endsWith(wanted)),
  is_set: () => when(() => true),
  is_not_set: () => unless(() => true)
} satisfies Record<string, MakeOperator>
