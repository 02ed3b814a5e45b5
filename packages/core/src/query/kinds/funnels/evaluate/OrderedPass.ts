import { countSteps, type FunnelPass, type FunnelRules, hasStep, type Instant } from "./FunnelRules.ts"
import { makeMatching } from "./StepMatching.ts"

/** Events of an actor, one for each step that it did. */
interface Chain {
  /** The time of its first event: the window is counted from there. */
  readonly start: number
  readonly time: number
  readonly step: number
  /** Its steps, as bits. */
  readonly done: number
  readonly before: Chain | undefined
  readonly isExcluded: boolean
}

const longer = (chain: Chain | undefined, step: number, time: number): Chain =>
  chain === undefined
    ? { start: time, time, step, done: 1 << step, before: undefined, isExcluded: false }
    : { ...chain, time, step, done: chain.done | (1 << step), before: chain }

const timesOf = (chain: Chain, steps: number): ReadonlyArray<number | undefined> => {
  const times: Array<number | undefined> = []
  for (let step = 0; step < steps; step++) times.push(undefined)
  for (let at: Chain | undefined = chain; at !== undefined; at = at.before) times[at.step] = at.time
  return times
}

/** The chain with more steps, else the one that began later, else that which came earlier to the step before: the first. */
const better = (one: Chain, other: Chain | undefined): Chain => {
  if (other === undefined || one.isExcluded !== other.isExcluded) {
    return other === undefined || other.isExcluded ? one : other
  }
  const more = countSteps(one.done) - countSteps(other.done)
  return more > 0 || (more === 0 && one.start >= other.start) ? one : other
}

const countEach = (values: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Steps in their order. For each step the pass holds the chain that reached it and began last: a later one replaces an
 * earlier one.
 */
export const orderedPass = ({ optional, order, steps, window }: FunnelRules): FunnelPass => {
  const held = Array.from<Chain | undefined>({ length: steps })
  let until = Infinity
  let best: Chain | undefined
  /** The best chain can go on: no other event has ended a strict one. */
  let isOpen = true

  const isWithin = (chain: Chain, time: number): boolean => time - chain.start <= window

  /** The chain that a step continues: of the step before it, or of one before that where those between are optional. */
  const nearest = (step: number, time: number): Chain | undefined => {
    for (let before = step - 1; before >= 0; before--) {
      const chain = held[before]
      if (chain !== undefined && isWithin(chain, time)) return chain
      if (!hasStep(optional, before)) return undefined
    }
    return undefined
  }

  const keep = (chain: Chain): void => {
    if (held[chain.step]?.start === chain.start) return
    if (!chain.isExcluded) held[chain.step] = chain
    if (best === undefined || chain.step > best.step || (chain.step === best.step && best.isExcluded)) {
      best = chain
      isOpen = true
    }
  }

  /** One event: from the last step to the first, so that it is not two steps of one chain. */
  const alone = (bits: number, time: number): void => {
    for (let step = steps - 1; step > 0; step--) {
      if (!hasStep(bits, step)) continue
      const before = nearest(step, time)
      if (before !== undefined) keep(longer(before, step, time))
    }
    if (hasStep(bits, 0) && time < until) keep(longer(undefined, 0, time))
  }

  /** Extends a chain with events of one instant, in the order of the steps, each event once. */
  const through = (from: Chain | undefined, time: number, events: ReadonlyMap<number, number>, skips: boolean) => {
    const { place } = makeMatching(events)
    const reached: Array<Chain> = []
    let chain = from
    for (let step = (from?.step ?? -1) + 1; step < steps; step++) {
      const isOptional = hasStep(optional, step)
      if (!(skips && isOptional) && place(step)) {
        chain = longer(chain, step, time)
        reached.push(chain)
        if (chain.isExcluded) break
      } else if (!isOptional) break
    }
    return reached
  }

  /** Chains that can go on; one that is a step further counts in place of its beginning. */
  const open = (time: number): ReadonlyArray<Chain> =>
    held.flatMap((chain, step) =>
      chain !== undefined && isWithin(chain, time) &&
        !held.some((other, at) => at > step && other?.start === chain.start)
        ? [chain]
        : []
    )

  /** Several events of one instant: every chain goes as far as they let it, in whichever order they came. */
  const together = (all: ReadonlyArray<number>, time: number): void => {
    const events = countEach(all)
    const sources = [...time < until ? [undefined] : [], ...open(time)]
    const found = Array.from<Chain | undefined>({ length: steps })
    for (const source of sources) {
      for (const skips of optional === 0 ? [false] : [false, true]) {
        for (const chain of through(source, time, events, skips)) found[chain.step] = better(chain, found[chain.step])
      }
    }
    for (const chain of found) if (chain !== undefined) keep(chain)
  }

  /** An exclusion lies after a chain's last event and before its next. */
  const exclude = (bits: number, time: number): void => {
    for (let step = 1; step < steps; step++) {
      if (!hasStep(bits, step)) continue
      const chain = nearest(step, time)
      if (chain === undefined || held[step]?.start === chain.start) continue
      const isLater = chain.time < time
      if (isLater) held[chain.step] = { ...chain, isExcluded: true }
      if (!isOpen || best?.step !== chain.step || best.time >= time || !isWithin(best, time)) continue
      best = isLater ? { ...best, isExcluded: true } : chain
    }
  }

  /** Ends the strict chains whose last step the event is not. */
  const interrupt = (bits: number): void => {
    for (let step = steps - 1; step >= 0; step--) {
      const ended = hasStep(bits, step) ? undefined : held[step]
      if (ended === undefined) continue
      for (let at = step; at >= 0; at--) if (held[at]?.start === ended.start) held[at] = undefined
    }
    isOpen &&= best !== undefined && hasStep(bits, best.step)
  }

  const see = ({ exclusions, steps: all, time }: Instant): void => {
    const [first = 0] = all
    if (all.length === 1) alone(first, time)
    else if (all.length > 1) together(all, time)
    if (exclusions !== 0) exclude(exclusions, time)
    if (order === "strict" && all.every((bits) => bits === first)) interrupt(first)
  }

  return {
    begin: (end) => {
      held.fill(undefined)
      best = undefined
      isOpen = true
      until = end
    },
    see,
    isOver: (time) => (best?.step === steps - 1 && !best.isExcluded) || time - until > window,
    progress: () =>
      best === undefined
        ? undefined
        : { done: best.done, last: best.step, times: timesOf(best, steps), isExcluded: best.isExcluded }
  }
}
