import type { CallSite } from "../../planning/CallSite.ts"
import { refuse } from "../../typing/SemanticFailure.ts"

const modes = ["strict_order", "strict_deduplication", "strict_increase", "strict_once", "allow_reentry"] as const

/** The stricter modes of a funnel, by ClickHouse's names. */
export type FunnelMode = (typeof modes)[number]

/** The modes after the window of `windowFunnel(seconds, mode, …)`. */
export const funnelModesIn = (site: CallSite, given: ReadonlyArray<string | number>): ReadonlySet<FunnelMode> => {
  const found = given.map((name) =>
    modes.find((mode) => mode === name)
      ?? refuse(`Function 'windowFunnel' has no mode '${String(name)}': there are ${modes.join(", ")}`, site)
  )
  const set = new Set(found)
  if (set.has("allow_reentry") && !set.has("strict_order")) {
    return refuse("The mode 'allow_reentry' of function 'windowFunnel' needs 'strict_order'", site)
  }
  return set.has("strict_once") && set.size > 1
    ? refuse("The mode 'strict_once' of function 'windowFunnel' stands alone", site)
    : set
}

/**
 * The number of steps met one after the other. `events` is the text of an array of (time, step), step 0 for a row of no
 * step. For each of the `count` steps the state holds the start of the latest funnel that reached it, then the time it
 * was reached, and last the final number of steps once nothing can change it.
 */
export const strictFunnel = (
  events: string,
  { count, modes, window }: { readonly count: number; readonly modes: ReadonlySet<FunnelMode>; readonly window: number }
): string => {
  const [time, step, before, end] = ["tupleElement(e, 1)", "tupleElement(e, 2)", "greatest(k - 1, 1)", 2 * count + 1]
  const k = (text: string): string => text.replaceAll(/\bk\b/g, step)
  const began = k(`s[${before}]`)
  const level = `arrayLastIndex(x -> isNotNull(x), arraySlice(s, 1, ${count}))`
  const isAgain = modes.has("strict_deduplication") ? k("k > 1 and isNotNull(s[greatest(k, 1)])") : "1 = 0"
  const isEarly = modes.has("strict_order") ? k(`k > 1 and isNotNull(s[1]) and isNull(${began})`) : "1 = 0"
  const isLater = modes.has("strict_increase") ? k(` and s[${count} + ${before}] < ${time}`) : ""
  const isNext = k(
    `(k = 1 or (k > 1 and isNotNull(${began}) and ${time} <= ${began} + ${window}${isLater} and not (${isAgain})))`
  )
  const ended = [
    `${step} = 0, if(isNotNull(s[1]), ${level}, NULL)`,
    ...modes.has("strict_deduplication") ? [`${isAgain}, ${level}`] : [],
    ...modes.has("strict_order") && !modes.has("allow_reentry")
      ? [`${isEarly}, arrayFirstIndex(x -> isNull(x), s) - 1`]
      : [],
    k(`k = ${count} and ${isNext}, ${count}`),
    "NULL"
  ].join(", ")
  const next = `arrayMap((v, j) -> multiIf(isNotNull(s[${end}]), v, j = ${end}, multiIf(${ended}), not ${isNext}, v, `
    + `j = ${step}, if(${step} = 1, ${time}, ${began}), j = ${count} + ${step}, ${time}, v), s, _upTo(${end}))`
  return `_funnelLevel(arrayFold((s, e) -> ${next}, ${events}, arrayMap(k -> nullIf(k, k), _upTo(${end}))), ${count})`
}
