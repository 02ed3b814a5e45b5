import { layer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import * as ExperimentPromotions from "./promotion/ExperimentPromotions.ts"
import * as SurveyPromotions from "./promotion/SurveyPromotions.ts"

/** Promotion of surveys and experiments between the projects of a storage. */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  const domain = Domain.layer.pipe(Layer.provideMerge(storage))
  layer(domain, { excludeTestServices: true })(`Promotions: ${name}`, (it) => {
    SurveyPromotions.suite(it)
    ExperimentPromotions.suite(it)
  })
}
