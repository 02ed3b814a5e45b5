import type { Row } from "../../sql/Cell.ts"
import { type ActorHistory, noValue } from "./evaluate/ActorHistory.ts"
import type { SeeParts } from "./FunnelCounts.ts"
import { unitOf } from "./FunnelSequences.ts"
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

/** What an actor did, from its list. */
const historyOf = (list: ReadonlyArray<unknown>, from: number, unit: number, below: number): ActorHistory => {
  const codes = list.map(Number).sort((one, other) => one - other)
  const history = empty()
  for (const code of codes) {
    const after = Math.floor(code / unit)
    const bits = code - after * unit
    history.times.push(from + after)
    history.steps.push(bits % below)
    history.exclusions.push(Math.floor(bits / below) * 2)
    history.values.push(noValue)
  }
  return history
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
        see({ value: Number(value), history: historyOf(list, question.span.from, unit, below) }, Number(actors))
      }
    },
    /** Whether some actors have lists that are too long. */
    hasLong: () => hasLong
  }
}
