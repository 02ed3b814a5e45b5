import { layer } from "@effect/vitest"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import { layerClock } from "../sql/SqlWorld.ts"
import { agentToolTests } from "./AgentToolTests.ts"
import { AnswersApi } from "./AnswersApi.ts"
import { dailyResultTests } from "./DailyResultTests.ts"
import { experimentPageTests } from "./ExperimentPageTests.ts"
import { experimentRecordTests } from "./ExperimentRecordTests.ts"
import { flagRecordTests } from "./FlagRecordTests.ts"
import { requestTests } from "./RequestTests.ts"
import { storedInsightTests } from "./StoredInsightTests.ts"
import { verdictTests } from "./VerdictTests.ts"
import { VerdictWorld } from "./VerdictWorld.ts"

/**
 * Answers that take the whole domain, its records and its events: results and verdicts of experiments, what their
 * records refuse and follow, the kinds that insights store, and the endpoints that show all of it. They are alike on
 * every storage.
 */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const api = AnswersApi.layer.pipe(Layer.provideMerge(storage.pipe(Layer.provide(layerClock))))
  layer(api)(`${name}: tools of agents`, agentToolTests)
  layer(Layer.provideMerge(VerdictWorld.layer, api))(`${name}: answers of the domain`, (it) => {
    dailyResultTests(it)
    verdictTests(it)
    experimentRecordTests(it)
    flagRecordTests(it)
    storedInsightTests(it)
    experimentPageTests(it)
    requestTests(it)
  })
}
