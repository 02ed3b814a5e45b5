import type { ActorHistory } from "./ActorHistory.ts"
import { eachInstant } from "./EachInstant.ts"
import type { FunnelPass, FunnelRules, Instant, Progress } from "./FunnelRules.ts"
import { orderedPass } from "./OrderedPass.ts"
import { unorderedPass } from "./UnorderedPass.ts"

/** Follows actors by these rules: the one machine of funnels, of insights and of experiments. */
export const passOf = (rules: FunnelRules): FunnelPass =>
  rules.order === "unordered" ? unorderedPass(rules) : orderedPass(rules)

/** Computes the furthest progress of an actor; undefined for one who did no step or is excluded. */
export const makeProgress = (rules: FunnelRules) => {
  const pass = passOf(rules)
  const give = (instant: Instant): boolean => {
    pass.see(instant)
    return !pass.isOver(instant.time)
  }
  return (history: ActorHistory): Progress | undefined => {
    pass.begin(Infinity)
    eachInstant(history, rules, give)
    const progress = pass.progress()
    return progress?.isExcluded === true ? undefined : progress
  }
}

/** The progress of an actor who entered in an interval. */
export interface Entrance {
  /** The place of the interval. */
  readonly bucket: number
  readonly progress: Progress
}

interface Entering {
  readonly bucket: number
  readonly pass: FunnelPass
}

/** Follows entrances of every interval; those of one interval count once. `starts` are the first instants of intervals. */
export const entrancesOf = (
  history: ActorHistory,
  rules: FunnelRules,
  starts: ReadonlyArray<number>
): ReadonlyArray<Entrance> => {
  const entrances: Array<Entrance> = []
  let open: ReadonlyArray<Entering> = []
  let bucket = 0
  let opened = -1
  const close = ({ bucket: at, pass }: Entering): void => {
    const progress = pass.progress()
    if (progress !== undefined && !progress.isExcluded) entrances.push({ bucket: at, progress })
  }
  const goesOn = (one: Entering, instant: Instant): boolean => {
    if (!one.pass.isOver(instant.time)) one.pass.see(instant)
    if (!one.pass.isOver(instant.time)) return true
    close(one)
    return false
  }
  const enters = (bits: number): boolean => rules.order === "unordered" ? bits !== 0 : (bits & 1) !== 0
  eachInstant(history, rules, (instant) => {
    while (instant.time >= (starts[bucket + 1] ?? Infinity)) bucket++
    if (bucket > opened && instant.steps.some(enters)) {
      opened = bucket
      const pass = passOf(rules)
      pass.begin(starts[bucket + 1] ?? Infinity)
      open = [...open, { bucket, pass }]
    }
    if (open.length > 0) open = open.filter((one) => goesOn(one, instant))
    return true
  })
  open.forEach(close)
  return entrances
}
