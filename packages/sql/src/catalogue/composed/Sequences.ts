import type { CallSite } from "../../planning/CallSite.ts"
import { isInteger, isTemporal } from "../../types/SqlType.ts"
import { refuse } from "../../typing/SemanticFailure.ts"
import { type Macro, macro } from "../Macro.ts"
import { funnelModesIn, strictFunnel } from "./FunnelModes.ts"

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, i) => i + 1)

const mostConditions = 32

/** Conditions of a row as bits of one number. */
const bitsOf = (count: number): string =>
  `arraySum(arrayMap((flag, weight) -> if(flag, weight, 0), [rest], [${
    numbers(count).map((i) => 2 ** (i - 1)).join(", ")
  }]))`

/** A second, in the parts that the first argument counts: instants count microseconds. */
const secondOf = (site: CallSite): number => {
  const { type } = site.arg(0)
  return isTemporal(type) ? 1_000_000 : isInteger(type) ? 1 : site.illegalType(0)
}

/** The rows that meet a condition, or all, as tuples of their time and their bits, in order. */
const rowsOf = (site: CallSite, count: number, isAll = false): string => {
  const conditions = count - 1
  if (conditions < 1 || conditions > mostConditions) {
    return site.illegalArity(`a time and 1 to ${mostConditions} conditions`)
  }
  const time = isTemporal(site.arg(0).type) ? "toUnixTimestamp64Micro(a)" : "a"
  const bits = bitsOf(conditions)
  return `_inTime(groupArrayIf(tuple(assumeNotNull(${time}), ${bits}), ${isAll ? "" : `${bits} > 0 and `}isNotNull(a)))`
}

const part = (parameters: string, as: string): Macro => macro(parameters, "any", "", as, ["1", 1])

/** The parts of the aggregates below. */
export const sequenceParts: Readonly<Record<string, Macro>> = {
  inTime: part("array", "arraySort(x -> tupleElement(x, 1), arraySort(x -> tupleElement(x, 2), a))"),
  // A row may be several steps: those of one time are taken in the order of the steps.
  stepsOf: part(
    "array, whole",
    "arraySort(x -> tupleElement(x, 1), arraySort(x -> tupleElement(x, 2), arrayFlatten(arrayMap(e -> "
      + "arrayMap(k -> tuple(tupleElement(e, 1), k), "
      + "arrayFilter(k -> bitTest(assumeNotNull(tupleElement(e, 2)), k - 1) = 1, _upTo(b))), a))))"
  ),
  // The same, with step 0 for a row that is none.
  stepsOrNone: part(
    "array, whole",
    "arraySort(x -> tupleElement(x, 1), arraySort(x -> tupleElement(x, 2), arrayFlatten(arrayMap(e -> "
      + "arrayMap(k -> tuple(tupleElement(e, 1), k), if(tupleElement(e, 2) = 0, [0], "
      + "arrayFilter(k -> bitTest(assumeNotNull(tupleElement(e, 2)), k - 1) = 1, _upTo(b)))), a))))"
  ),
  // The number of steps that the state of a strict funnel has met.
  funnelLevel: part(
    "array, whole",
    "length(_upTo(assumeNotNull(coalesce(a[2 * b + 1], arrayLastIndex(x -> isNotNull(x), arraySlice(a, 1, b))))))"
  ),
  // Rows of one time by their first step, those of fewer steps before others: so that each goes on with one that is there.
  inTimeOnce: part("array", "_inTime(arraySort(x -> bitAnd(tupleElement(x, 2), -tupleElement(x, 2)), _inTime(a)))"),
  // As the next, of rows: each goes on with the funnels that were there before it, and so is one step of each.
  funnelStartsOnce: part(
    "array, whole, whole",
    "arrayFold((s, e) -> arrayMap((v, p, k) -> if(bitTest(assumeNotNull(tupleElement(e, 2)), k - 1) = 1 "
      + "and tupleElement(e, 1) <= p + b, p, v), s, "
      + "arrayConcat([tupleElement(e, 1)], arrayFilter((x, i) -> i < c, s, _upTo(c))), _upTo(c)), a, "
      + "arrayMap(k -> nullIf(k, k), _upTo(c)))"
  ),
  // Of each step the time at which the funnel that came so far began.
  funnelStarts: part(
    "array, whole, whole",
    "arrayFold((s, e) -> arrayMap((v, p, k) -> if(k = tupleElement(e, 2) and tupleElement(e, 1) <= p + b, p, v), s, "
      + "arrayConcat([tupleElement(e, 1)], arrayFilter((x, i) -> i < c, s, _upTo(c))), _upTo(c)), a, "
      + "arrayMap(k -> nullIf(k, k), _upTo(c)))"
  ),
  retained: part("array", "arrayMap(x -> if(a[1] > 0 and x > 0, 1, 0), a)")
}

const constantsOf = (site: CallSite): ReadonlyArray<string | number> =>
  site.params.map((param) =>
    param._tag === "Text"
      ? param.value
      : param._tag === "Number"
      ? Number(param.text)
      : refuse(`The parameters of '${site.name}' must be constant`, param)
  )

const windowFunnel = (site: CallSite, count: number): string => {
  const [window, ...given] = constantsOf(site)
  if (typeof window !== "number" || !Number.isSafeInteger(window)) {
    return site.illegalArity("a whole number of seconds before its arguments")
  }
  const modes = funnelModesIn(site, given)
  const counted = (starts: string): string =>
    `length(arrayFilter(x -> isNotNull(x), ${starts}, ${window * secondOf(site)}, ${count - 1})))`
  if (modes.has("strict_once")) return counted(`_funnelStartsOnce(_inTimeOnce(${rowsOf(site, count)})`)
  // With one step alone every row that meets it has come as far as can be.
  if (modes.size > 0 && (count > 2 || modes.has("strict_order"))) {
    const isAll = modes.has("strict_order")
    const events = `${isAll ? "_stepsOrNone" : "_stepsOf"}(${rowsOf(site, count, isAll)}, ${count - 1})`
    return strictFunnel(events, { count: count - 1, modes, window: window * secondOf(site) })
  }
  return counted(`_funnelStarts(_stepsOf(${rowsOf(site, count)}, ${count - 1})`)
}

/** The condition on a row after the one before: the number of a condition, or 0 for a row that meets any. */
interface Step {
  readonly condition: number
  /** Rows may stand between. */
  readonly isLoose: boolean
  /** The comparison of the time since the step before with a number of seconds. */
  readonly time: { readonly operator: string; readonly seconds: number } | undefined
}

const piece = /\(\?(\d+)\)|\(\?t(>=|>|<=|<)(\d+)\)|(\.\*)|(\.)/y

const stepsIn = (site: CallSite, conditions: number): ReadonlyArray<Step> => {
  const [pattern] = constantsOf(site)
  const wrong = (): never => refuse(`The pattern of function '${site.name}' is made of (?1), (?t<=60), .* and .`, site)
  if (typeof pattern !== "string") return wrong()
  const steps: Array<Step> = []
  let [isLoose, time]: [boolean, Step["time"]] = [false, undefined]
  piece.lastIndex = 0
  while (piece.lastIndex < pattern.length) {
    const found = piece.exec(pattern) ?? wrong()
    const [, condition, operator, seconds, many] = found
    if (operator !== undefined) {
      ;[isLoose, time] = [true, time === undefined ? { operator, seconds: Number(seconds) } : wrong()]
    } else if (many !== undefined) isLoose = true
    else {
      const at = condition === undefined ? 0 : Number(condition)
      if (condition !== undefined && (at < 1 || at > conditions)) wrong()
      steps.push({ condition: at, isLoose, time })
      ;[isLoose, time] = [false, undefined]
    }
  }
  return steps.length === 0 || steps.length > mostConditions ? wrong() : steps
}

const at = "tupleElement(row, 1)"

/** Whether the row is the step, given when those before were in `times`. */
const isStep = ({ condition, time }: Step, i: number, second: number): string => {
  const conditions = [
    ...condition === 0 ? [] : [`bitTest(assumeNotNull(tupleElement(row, 2)), ${condition - 1}) = 1`],
    ...i === 0 ? [] : [`isNotNull(times[${i}])`],
    ...time === undefined || i === 0 ? [] : [`${at} - times[${i}] ${time.operator} ${time.seconds * second}`]
  ]
  return conditions.length === 0 ? "1 = 1" : conditions.join(" and ")
}

/** The time of each step; of several, the one from which the next step can be reached longest. */
const timesOf = (steps: ReadonlyArray<Step>, second: number): ReadonlyArray<string> =>
  steps.map((step, i) => {
    const next = steps[i + 1]
    const isFirst = next?.time?.operator.startsWith(">") === true
    return `if(${isStep(step, i, second)}, ${isFirst ? `ifNull(times[${i + 1}], ${at})` : at}, `
      + `${next === undefined || next.isLoose ? `times[${i + 1}]` : "NULL"})`
  })

const unset = (count: number): string => `arrayMap(k -> nullIf(k, k), _upTo(${count}))`

const sequenceMatch = (site: CallSite, count: number): string => {
  const steps = stepsIn(site, count - 1)
  const times = timesOf(steps, secondOf(site)).join(", ")
  return `if(isNotNull(arrayElement(arrayFold((times, row) -> [${times}], ${rowsOf(site, count)}, ${
    unset(steps.length)
  }), `
    + `${steps.length})), 1, 0)`
}

/** A match ends where its last step is found, and the next begins after it. */
const sequenceCount = (site: CallSite, count: number): string => {
  const steps = stepsIn(site, count - 1)
  const [last = { condition: 0, isLoose: false, time: undefined }] = steps.slice(-1)
  const size = steps.length
  const isDone = isStep(last, size - 1, secondOf(site))
  const times = timesOf(steps, secondOf(site)).slice(0, -1).map((time) => `if(${isDone}, NULL, ${time})`)
  const counted = `times[${size}] + if(${isDone}, 1, 0)`
  return `arrayElement(arrayFold((times, row) -> [${[...times, counted].join(", ")}], ${rowsOf(site, count)}, `
    + `arrayConcat(${unset(size - 1)}, [0])), ${size})`
}

const retention = (_: CallSite, count: number): string =>
  `_retained([${numbers(count).map((i) => `ifNull(max(if(arg${i}, 1, 0)), 0)`).join(", ")}])`

const sequence = (
  meaning: string,
  as: Macro["as"],
  example: Macro["example"]
): Macro => ({ ...macro("any, condition…", "UInt64", meaning, as, example), params: true })

/** Aggregates of rows in the order of time: funnels and sequences of conditions. */
export const composedSequences: Readonly<Record<string, Macro>> = {
  windowFunnel: sequence(
    "how many of the conditions were met one after the other within so many seconds, `windowFunnel(seconds)(time, …)`; after "
      + "the seconds there may be modes: 'strict_order' (no other row between), 'strict_deduplication' (ends where a step is "
      + "met again), 'strict_increase' (each at a later time), 'strict_once' (a row is one step of a funnel at most), 'allow_reentry' (with strict_order: a step too early is ignored)",
    windowFunnel,
    ["windowFunnel(60)(timestamp, 1 = 1, 1 = 2)", 1]
  ),
  sequenceMatch: sequence(
    "rows match the pattern, `sequenceMatch('(?1).*(?2)')(time, …)`: (?1) is a row that meets the first condition, . any row "
      + "that meets one, .* any number of them, (?t<=60) the seconds between two",
    sequenceMatch,
    ["sequenceMatch('(?1).*(?2)')(timestamp, 1 = 1, 1 = 2)", 0]
  ),
  sequenceCount: sequence(
    "how often rows match the pattern of sequenceMatch, one match after the other",
    sequenceCount,
    ["sequenceCount('(?1)')(timestamp, 1 = 1)", 1]
  ),
  retention: macro(
    "condition…",
    "Array",
    "whether the first condition was ever met, and for each further one whether that was too",
    retention,
    ["retention(1 = 1, 1 = 2)", [1, 0]]
  )
}
