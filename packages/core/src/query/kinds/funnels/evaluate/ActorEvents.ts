import type { FunnelPass, Instant } from "./FunnelRules.ts"

/** Takes the events of one actor in the order of time, and gives those of each instant together. */
export interface ActorEvents {
  readonly see: (time: number, steps: number, exclusions: number) => void
  readonly end: () => void
}

/** `keepsOthers`: an event that is no step counts too, as something between steps. */
export const actorEvents = (give: (instant: Instant) => void, keepsOthers: boolean): ActorEvents => {
  let time = -Infinity
  let steps: Array<number> = []
  let exclusions = 0
  const end = () => {
    if (steps.length > 0 || exclusions !== 0) give({ time, steps, exclusions })
    steps = []
    exclusions = 0
  }
  return {
    see: (at, bits, excluded) => {
      if (at !== time) {
        end()
        time = at
      }
      if (bits !== 0 || keepsOthers) steps.push(bits)
      exclusions |= excluded
    },
    end
  }
}

/** Gives instants to a pass until it is over. */
export const following = (pass: FunnelPass) => (instant: Instant): void => {
  if (!pass.isOver(instant.time)) pass.see(instant)
}
