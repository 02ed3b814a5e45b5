import type { ActorHistory } from "./ActorHistory.ts"
import type { FunnelRules, Instant } from "./FunnelRules.ts"

/**
 * Gives the events of an actor instant by instant, until `give` returns true to stop. In a strict funnel an event that
 * is no step counts too, as an event between steps. The given instant is reused for the next one.
 */
export const eachInstant = (
  { exclusions, steps, times }: ActorHistory,
  rules: FunnelRules,
  give: (instant: Instant) => boolean
): void => {
  const known = 2 ** rules.steps - 1
  const keepsOthers = rules.order === "strict"
  const all: Array<number> = []
  const instant = { time: 0, steps: all, exclusions: 0 }
  for (let index = 0; index < times.length;) {
    const time = times[index] ?? 0
    all.length = 0
    instant.time = time
    instant.exclusions = 0
    for (; index < times.length && times[index] === time; index++) {
      const bits = (steps[index] ?? 0) & known
      if (bits !== 0 || keepsOthers) all.push(bits)
      instant.exclusions |= exclusions[index] ?? 0
    }
    if ((all.length > 0 || instant.exclusions !== 0) && !give(instant)) return
  }
}
