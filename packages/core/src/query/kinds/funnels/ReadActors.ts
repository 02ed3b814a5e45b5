import type { Row } from "@hedgerow/sql/types/Cell"
import type { ActorHistory } from "./evaluate/ActorHistory.ts"
import type { SeeParts } from "./FunnelCounts.ts"
import { originOf, unitOf } from "./FunnelSequences.ts"
import type { FunnelQuestion } from "./FunnelSql.ts"

interface Growing extends ActorHistory {
  readonly times: Array<number>
  readonly steps: Array<number>
  readonly exclusions: Array<number>
  readonly values: Array<number>
}

const empty = (): Growing => ({ times: [], steps: [], exclusions: [], values: [] })

/** Takes the rows of `eventRowsSql`; of the events those of one actor at a time are kept. */
export const actorsOf = (stepCount: number, seeActor: (history: ActorHistory, actor: string) => void) => {
  const below = 2 ** stepCount
  let actor: string | undefined
  let history = empty()
  const end = (): void => {
    if (actor !== undefined) seeActor(history, actor)
    actor = undefined
  }
  return {
    see: ([who, time, bits, place]: Row): void => {
      const name = String(who)
      if (name !== actor) {
        end()
        actor = name
        history = empty()
      }
      const all = Number(bits)
      history.times.push(Number(time))
      history.steps.push(all % below)
      history.exclusions.push(Math.floor(all / below) * 2)
      history.values.push(Number(place))
    },
    end
  }
}

const none: ReadonlyArray<number> = []
const ascending = (one: number, other: number): number => one - other

/** The events of an actor, from its list, beside the breakdown value. */
const historyOf = (list: ReadonlyArray<number>, from: number, unit: number, below: number): ActorHistory => {
  const codes = list.length === 1 ? list : list.toSorted(ascending)
  const times: Array<number> = []
  const steps: Array<number> = []
  const exclusions: Array<number> = []
  for (const code of codes) {
    const bits = code % unit
    times.push(from + (code - bits) / unit)
    steps.push(bits % below)
    if (unit > below) exclusions.push(Math.floor(bits / below) * 2)
  }
  return { times, steps, exclusions, values: none }
}

/** Takes the rows of `sequencesSql`. */
export const sequencesOf = (question: FunnelQuestion, see: SeeParts) => {
  const unit = unitOf(question)
  const below = 2 ** question.node.series.length
  let hasLong = false
  return {
    see: ([value, list, isLong, actors]: Row): void => {
      if (Number(isLong) === 1) hasLong = true
      else if (Array.isArray(list)) {
        see({
          value: Number(value),
          history: historyOf(list as ReadonlyArray<number>, originOf(question), unit, below)
        }, Number(actors))
      }
    },
    /** Whether some actors have lists that are too long. */
    hasLong: () => hasLong
  }
}
