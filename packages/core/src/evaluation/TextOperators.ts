import { type MakeOperator, unless, type ValueTest, when } from "./PropertyOperator.ts"
import { exactText, lowerAscii, plainText } from "./PropertyText.ts"
import { makeTextSearch } from "./TextSearch.ts"
import { equalText, lowerText } from "./ValueTexts.ts"
import { type Asking, formsOf, shortText, spend } from "./Work.ts"

const isTruthLike = (value: unknown): boolean =>
  typeof value === "boolean"
  || (typeof value === "string" && (value.toLowerCase() === "true" || value.toLowerCase() === "false"))
  || (Array.isArray(value) && value.every(isTruthLike))

const isTrue = (value: unknown): boolean =>
  value === true
  || (typeof value === "string" && value.length === 4 && value.toLowerCase() === "true")
  || (Array.isArray(value) && value.every(isTrue))

const truthOf = (value: unknown, asking: Asking): boolean => {
  if (!Array.isArray(value)) return isTrue(value)
  const forms = formsOf(value, asking)
  return forms.isTrue ??= isTrue(value)
}

const equalsText = (wanted: string): ValueTest => {
  const lower = wanted.toLowerCase()
  return (value, asking) => value === wanted || equalText(value, asking) === lower
}

const equalsAny = (wanted: ReadonlyArray<unknown>): ValueTest => {
  const same: ReadonlySet<unknown> = new Set(wanted.filter((item) => typeof item === "string"))
  const texts = new Set(wanted.map((item) => exactText(item).toLowerCase()))
  return (value, asking) => same.has(value) || texts.has(equalText(value, asking))
}

/** Equality without regard to case, of any of a list; where only true and false are wanted, truth is what counts. */
const equals = (wanted: unknown): ValueTest => {
  if (isTruthLike(wanted)) {
    const truth = isTrue(wanted)
    return (value, asking) => truthOf(value, asking) === truth
  }
  return Array.isArray(wanted) ? equalsAny(wanted) : equalsText(exactText(wanted))
}

const compareText = (holds: (text: string, wanted: string) => boolean) => (wanted: unknown): ValueTest => {
  const lower = lowerAscii(plainText(wanted))
  return (value, asking) => {
    const text = lowerText(value, asking)
    return (text.length <= shortText || spend(asking, Math.min(text.length, lower.length))) && holds(text, lower)
  }
}

const contains = (wanted: unknown): ValueTest => {
  const lower = lowerAscii(plainText(wanted))
  const isIn = makeTextSearch(lower)
  return (value, asking) => {
    const text = lowerText(value, asking)
    return text.length <= shortText ? text.includes(lower) : spend(asking, text.length) && isIn(text)
  }
}

const startsWith = compareText((text, wanted) => text.startsWith(wanted))
const endsWith = compareText((text, wanted) => text.endsWith(wanted))

const containsAny = (wanted: unknown): ValueTest => {
  const tests = (Array.isArray(wanted) ? wanted : [wanted]).map(contains)
  return (value, asking) => tests.some((test) => test(value, asking))
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
