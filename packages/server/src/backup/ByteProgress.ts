import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { bar, duration } from "../transfer/Progress.ts"

/** Shows a text now and then. */
export type Show = (text: string) => Effect.Effect<void>

const units = ["bytes", "kB", "MB", "GB", "TB"] as const

/** A size in words: `12 bytes`, `3.4 MB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1_000 ** power).toFixed(1)} ${units[power]}`
}

/** Counts bytes of a work whose size is about known, and shows how far it is. */
export const countBytes = Effect.fnUntraced(function*(label: string, total: number, show: Show) {
  const begun = yield* Clock.currentTimeMillis
  let sum = 0
  return (bytes: number) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      sum += bytes
      const [millis, done] = [Math.max(1, now - begun), Math.min(1, sum / Math.max(1, total))]
      const left = done === 0 ? [] : [`${duration(millis / done * (1 - done))} left`]
      return show(
        [label, bar(done), sizeText(sum), `${sizeText(Math.round(sum / millis * 1_000))}/s`, ...left].join("  ")
      )
    })
})
