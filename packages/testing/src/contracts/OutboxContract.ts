import { layer } from "@effect/vitest"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { Layer } from "effect"
import { appendingTests } from "./outbox/Appending.ts"
import { leaseTests } from "./outbox/Leases.ts"
import type { OutboxPorts } from "./outbox/OutboxWorld.ts"
import { positionTests } from "./outbox/Positions.ts"
import { runningTests } from "./outbox/Running.ts"
import { silenceTests } from "./outbox/Silence.ts"
import { trimmingTests } from "./outbox/Trimming.ts"
import { troubleTests } from "./outbox/Troubles.ts"

/** The contract of the outbox over every storage. Trimming concerns all projects, so it has a storage of its own. */
export const suite = <E>(name: string, storage: Layer.Layer<OutboxPorts, E>): void => {
  const outbox = Outbox.layer.pipe(Layer.provideMerge(storage))
  layer(outbox, { excludeTestServices: true })(`Outbox: ${name}`, (it) => {
    appendingTests(it)
    positionTests(it)
    leaseTests(it)
    runningTests(it)
    troubleTests(it)
    silenceTests(it)
  })
  layer(Layer.fresh(outbox), { excludeTestServices: true })(`Outbox trimming: ${name}`, trimmingTests)
}
