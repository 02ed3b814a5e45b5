import { Effect } from "effect"
import type * as Charts from "./index.ts"

/** The parts of the charting library; each needs those before it. */
const parts: ReadonlyArray<() => Promise<unknown>> = [
  () => import("./drawing/parts/Renderer.ts"),
  () => import("./drawing/parts/Core.ts"),
  () => import("./drawing/parts/Components.ts"),
  () => import("./drawing/parts/SeriesTypes.ts"),
  () => import("./index.ts")
]

/** Others run: imports and drawings by themselves go on in the same turn of the event loop. */
const turn = Effect.sleep(0)

/** Draws small charts, one after the other: functions are compiled when they run first. */
const rehearse = Effect.gen(function*() {
  const { drawSvg } = yield* Effect.promise(() => import("./index.ts"))
  const { rehearsals } = yield* Effect.promise(() => import("./Rehearsals.ts"))
  yield* Effect.forEach(rehearsals, (chart) => Effect.andThen(turn, drawSvg(chart)), { discard: true })
})

const inTurns = Effect.forEach(parts, (load) => Effect.andThen(Effect.promise(load), turn), { discard: true }).pipe(
  Effect.andThen(rehearse),
  Effect.andThen(turn)
)

let loaded: Promise<typeof Charts> | undefined

/** A failure is not kept: the next caller tries again. */
const forget = (cause: unknown): never => {
  loaded = undefined
  throw cause
}

/**
 * Loads this package part by part, once: to compile all of it, and to draw the first chart with it, takes a fifth of a
 * second, in which a server would answer nobody. A bundle with files for dynamic imports keeps the parts apart.
 */
export const loadCharts = (): Promise<typeof Charts> =>
  loaded ??= Effect.runPromise(inTurns).then(() => import("./index.ts")).catch(forget)
