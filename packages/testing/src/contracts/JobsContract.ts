import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import { enqueueing } from "./jobs/Enqueueing.ts"
import { fairness } from "./jobs/Fairness.ts"
import type { JobPorts } from "./jobs/JobFixtures.ts"
import { leases } from "./jobs/Leases.ts"
import { listings } from "./jobs/Listings.ts"
import { sharedWork } from "./jobs/SharedWork.ts"

/** The contract of every `JobRepository`, alone and under real workers. */
export const suite = <E>(name: string, storage: Layer.Layer<JobPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Jobs: ${name}`, (it) => {
    enqueueing(it)
    leases(it)
    fairness(it)
    listings(it)
    sharedWork(it)
  })
}
