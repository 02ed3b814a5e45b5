import type { Row } from "../../sql/Cell.ts"
import type { ActorHistory } from "./evaluate/ActorHistory.ts"

interface Growing extends ActorHistory {
  readonly times: Array<number>
  readonly steps: Array<number>
  readonly exclusions: Array<number>
  readonly values: Array<number>
}

const empty = (): Growing => ({ times: [], steps: [], exclusions: [], values: [] })

/** What is done with each actor. */
export type SeeActor = (history: ActorHistory, actor: string) => void

/** Takes the rows of `eventRowsSql`; of the events those of one actor at a time are kept. */
export const actorsOf = (stepCount: number, seeActor: SeeActor) => {
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
