import type * as Charts from "./index.ts"

/** The parts of the charting library; each needs those before it. */
const parts: ReadonlyArray<() => Promise<unknown>> = [
  () => import("./drawing/parts/Renderer.ts"),
  () => import("./drawing/parts/Core.ts"),
  () => import("./drawing/parts/Components.ts"),
  () => import("./drawing/parts/SeriesTypes.ts")
]

/**
 * Loads this package part by part: to compile all of it takes a tenth of a second, in which a server would answer nobody.
 * A bundle with files for dynamic imports keeps the parts apart.
 */
export const loadCharts = (): Promise<typeof Charts> =>
  parts.reduce((before, load) => before.then(load), Promise.resolve<unknown>(undefined)).then(() =>
    import("./index.ts")
  )
