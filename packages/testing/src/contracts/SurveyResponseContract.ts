import { layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Layer } from "effect"
import { archiveTests } from "./surveys/ArchiveTests.ts"
import { helperTests } from "./surveys/HelperTests.ts"
import { historyTests } from "./surveys/StatisticsTests.ts"
import { textTests } from "./surveys/TextTests.ts"

/**
 * Responses to surveys, captured as clients send them, are read, counted and archived alike on every storage; `count` random
 * histories are among them.
 */
export const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>, count: number): void => {
  withLayer(Domain.layer.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
    `${name}: responses to surveys`,
    (it) => {
      archiveTests(it)
      textTests(it)
      helperTests(it)
      historyTests(it, { count, seed: 1 })
    }
  )
}

/** Statistics of many random histories. */
export const histories = <E>(
  name: string,
  storage: Layer.Layer<StoragePorts, E>,
  size: { readonly count: number; readonly seed: number }
): void => {
  withLayer(Domain.layer.pipe(Layer.provideMerge(storage)), { excludeTestServices: true })(
    `${name}: responses to surveys`,
    (it) => historyTests(it, size)
  )
}
