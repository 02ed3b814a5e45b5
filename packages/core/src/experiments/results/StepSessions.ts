/** Sessions to look at: those in which some entities came to the last step that they came to. */
import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { toIso } from "@hedgerow/sql/types/Instants"
import type { StepsReached } from "./StepsReached.ts"

/** The event by which an entity came to its last step, under the names of the wire. */
export interface StepSession {
  /** The entity: a person, or the key of a group. */
  readonly person_id: string
  /** Empty where the event has none. */
  readonly session_id: string
  readonly event_uuid: string
  readonly timestamp: string
}

/** Of each variant: for the exposure and for each step the sessions of those who came no further. */
export type SessionsOfVariants = ReadonlyMap<string, ReadonlyArray<ReadonlyArray<StepSession>>>

/** Some entities of a variant that came to a step and no further; the exposure is step 0. */
export interface Sampled {
  readonly variant: string
  readonly step: number
  readonly entities: ReadonlyArray<string>
}

/** The step of an entity, and the event by which it came there. */
interface Reached {
  readonly step: number
  readonly session: StepSession
}

interface StepEvent {
  readonly time: number
  readonly uuid: string
  readonly session: string
}

interface Followed {
  readonly exposure: StepEvent
  readonly events: Array<StepEvent>
  /** The steps of those events. */
  readonly steps: Array<number>
}

/** The number of first events that reach the same level as all of them. */
const needed = (reached: StepsReached, steps: ReadonlyArray<number>, level: number): number => {
  let [few, many] = [0, steps.length]
  while (few < many) {
    const middle = (few + many) >> 1
    if (reached(steps.slice(0, middle)) === level) many = middle
    else few = middle + 1
  }
  return many
}

const uuidLength = 36

const exposureOf = (exposed: string, time: Cell | undefined): StepEvent => ({
  time: Number(time),
  uuid: exposed.slice(0, uuidLength),
  session: exposed.slice(uuidLength)
})

/** Takes the rows of `stepEventsSql`: finds the event by which each entity came to its last step. */
export const makeStepSessions = (stepsReached: StepsReached) => {
  const entities = new Map<string, Followed>()
  const reached = (entity: string, { events, exposure, steps }: Followed): Reached => {
    const step = stepsReached(steps)
    const { session, time, uuid } = events[needed(stepsReached, steps, step) - 1] ?? exposure
    const timestamp = toIso(time)
    return { step, session: { person_id: entity, session_id: session, event_uuid: uuid, timestamp } }
  }
  return {
    see: ([entity, exposed, exposedAt, time, steps, uuid, session]: Row): void => {
      const key = String(entity)
      const known = entities.get(key) ?? { exposure: exposureOf(String(exposed), exposedAt), events: [], steps: [] }
      entities.set(key, known)
      if (time === null || time === undefined) return
      known.events.push({ time: Number(time), uuid: String(uuid), session: String(session ?? "") })
      known.steps.push(Number(steps))
    },
    get: (): ReadonlyMap<string, Reached> =>
      new Map([...entities].map(([entity, followed]) => [entity, reached(entity, followed)]))
  }
}

/** The sessions of the sampled entities; entities without one at the step of the sample are left out. */
export const sessionsOf = (
  sampled: ReadonlyArray<Sampled>,
  found: ReadonlyMap<string, Reached>
): SessionsOfVariants =>
  new Map(
    [...Map.groupBy(sampled, ({ variant }) => variant)].map(([variant, all]) => [
      variant,
      all.toSorted((one, other) => one.step - other.step).map(({ entities, step }) =>
        entities.flatMap((entity) => {
          const reached = found.get(entity)
          return reached?.step === step ? [reached.session] : []
        })
      )
    ])
  )
