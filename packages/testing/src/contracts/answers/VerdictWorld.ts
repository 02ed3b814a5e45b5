import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { type AllResults, ExperimentResults } from "@hedgerow/core/experiments/results/ExperimentResults"
import type { NamedResult } from "@hedgerow/core/experiments/results/NamedResults"
import type { Project } from "@hedgerow/core/identity/Project"
import { Context, Effect, Layer } from "effect"
import { eventUuid, type SentEvent } from "../sql/data/SentEvent.ts"
import { capture } from "../sql/SqlWorld.ts"
import { AnswersApi } from "./AnswersApi.ts"

/** The beginning of the experiments. */
export const begin = Date.UTC(2024, 9, 20)
const hour = 3_600_000
export const day = 24 * hour

/** The text of an instant. */
export const iso = (time: number): string => new Date(time).toISOString()

/** The people of each variant of `checkout`: every second sees the variant on the second day. */
const size = 200

/** The number of people of each variant that have an event. */
const conversions: Readonly<Record<string, readonly [control: number, test: number]>> = {
  maybe: [20, 35],
  same: [20, 20],
  killed: [20, 0],
  born: [0, 20]
}

/** Values whose squares are near the end of the range of numbers: those of the test are greater by this. */
export const greatDifference = 4 * 5e148
const greatOf = ({ index, isTest }: Place): number => (1 + index % 9) * 5e148 + (isTest ? greatDifference : 0)

/** The people who are in `uneven`, the 400 of `checkout` among them, and the first of them, who see its control. */
const uneven = { people: 1000, control: 600 }

interface Place {
  readonly person: string
  readonly index: number
  readonly isTest: boolean
}

const places: ReadonlyArray<Place> = [false, true].flatMap((isTest) =>
  Array.from({ length: size }, (_, index) => ({ person: `${isTest ? "test" : "control"} ${index}`, index, isTest }))
)

type Act = Omit<SentEvent, "uuid">

const exposedAt = ({ index }: Place): number => begin + (index % 2) * day + hour

const exposure = (place: Place, isShownTest: boolean, values: Readonly<Record<string, unknown>>): Act => ({
  event: "$feature_flag_called",
  distinct_id: place.person,
  timestamp: iso(exposedAt(place)),
  properties: { ...values, $feature_flag_response: isShownTest ? "test" : "control" }
})

const exposureOf = (place: Place): Act => {
  const { index, isTest } = place
  const amount = (isTest ? 1e6 : 0) + index % 3
  return exposure(place, isTest, { $feature_flag: "checkout", amount, great: greatOf(place) })
}

/** A split of 600 to 400 where the flag has halves; by day it grows as that of `checkout`. */
const unevenExposures = Array.from({ length: uneven.people }, (_, index): Act => {
  const place = places[index] ?? { person: `further ${index}`, index, isTest: false }
  return exposure(place, index >= uneven.control, { $feature_flag: "uneven" })
})

const conversionsOf = (place: Place): ReadonlyArray<Act> =>
  Object.entries(conversions).filter(([, counts]) => place.index < counts[place.isTest ? 1 : 0])
    .map(([event]) => ({
      event,
      distinct_id: place.person,
      timestamp: iso(exposedAt(place) + hour),
      properties: { page: place.index % 4 === 0 ? "/checkout" : "/other" }
    }))

/** Two of those exposed on the second day: one comes late on that day, one on the next. */
const late: ReadonlyArray<Act> = [["control 1", 47], ["control 3", 58]].map(([person, hours]) => ({
  event: "late",
  distinct_id: String(person),
  timestamp: iso(begin + Number(hours) * hour),
  properties: {}
}))

const history: ReadonlyArray<SentEvent> = [
  ...places.map(exposureOf),
  ...unevenExposures,
  ...places.flatMap(conversionsOf),
  ...late
].map((act, index) => Object.assign({ uuid: eventUuid(index) }, act))

/** A project with 400 people who are in `checkout`, and 1,000 in `uneven`. */
export class VerdictWorld extends Context.Service<VerdictWorld, { readonly project: Project }>()(
  "@hedgerow/testing/contracts/answers/VerdictWorld"
) {
  static readonly layer = Layer.effect(
    VerdictWorld,
    Effect.gen(function*() {
      const { project } = yield* AnswersApi
      yield* capture(project, history)
      return VerdictWorld.of({ project })
    })
  )
}

/** The author of changes in the world's project. */
export const editor = Effect.map(VerdictWorld, ({ project }) => ({ project, actor: "system" as const }))

/** A running experiment of the world. */
export const launched = Effect.fnUntraced(function*(feature_flag_key: string, fields: object) {
  const experiments = yield* Experiments
  const body = { name: feature_flag_key, feature_flag_key, start_date: iso(begin), ...fields }
  return yield* experiments.create(yield* editor, body)
})

/** The results of an experiment; with dates: of those exposed in that time. */
export const resultsOf = Effect.fnUntraced(function*({ id }: { readonly id: number }, range: object = {}) {
  const { project } = yield* VerdictWorld
  const results = yield* ExperimentResults
  const found: AllResults = yield* results.all({ project, user: null }, String(id), range)
  return found
})

/** The result of the one variant that is compared. */
export const variantOf = ({ result }: NamedResult) => result?.variant_results[0]

/** The verdict of the one variant that is compared, and its words. */
export const verdictOf = ({ interpretation }: NamedResult) => interpretation?.variants[0]
