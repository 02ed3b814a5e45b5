import { actorEvents, following } from "./ActorEvents.ts"
import type { ActorHistory } from "./ActorHistory.ts"
import type { FunnelPass, FunnelRules, Instant, Progress } from "./FunnelRules.ts"
import { orderedPass } from "./OrderedPass.ts"
import { unorderedPass } from "./UnorderedPass.ts"

const begin = (rules: FunnelRules, until: number): FunnelPass =>
  rules.order === "unordered" ? unorderedPass(rules, until) : orderedPass(rules, until)

const giveAll = ({ exclusions, steps, times }: ActorHistory, rules: FunnelRules, give: (at: Instant) => void): void => {
  const events = actorEvents(give, rules.order === "strict")
  const known = 2 ** rules.steps - 1
  for (const [index, time] of times.entries()) events.see(time, (steps[index] ?? 0) & known, exclusions[index] ?? 0)
  events.end()
}

/** How far an actor came at all; undefined: it did nothing of the funnel, or is excluded from it. */
export const progressOf = (history: ActorHistory, rules: FunnelRules): Progress | undefined => {
  const pass = begin(rules, Infinity)
  giveAll(history, rules, following(pass))
  const progress = pass.progress()
  return progress?.isExcluded === true ? undefined : progress
}

/** How far an actor came that entered in an interval. */
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
  giveAll(history, rules, (instant) => {
    while (instant.time >= (starts[bucket + 1] ?? Infinity)) bucket++
    if (bucket > opened && instant.steps.some(enters)) {
      opened = bucket
      open = [...open, { bucket, pass: begin(rules, starts[bucket + 1] ?? Infinity) }]
    }
    if (open.length > 0) open = open.filter((one) => goesOn(one, instant))
  })
  open.forEach(close)
  return entrances
}
