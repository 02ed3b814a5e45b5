import { NotReady } from "@hedgerow/http/health/HealthHandlers"
import * as Effect from "effect/Effect"
import { leastSpace, makeFreeSpace } from "./DiskSpace.ts"

const shown = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`

/** Fails with how much space is left while that is too little. */
export const diskHasSpace = Effect.fnUntraced(function*(directory: string) {
  const freeSpaceOf = yield* makeFreeSpace
  return Effect.gen(function*() {
    const space = yield* freeSpaceOf(directory)
    if (space >= leastSpace) return
    return yield* new NotReady({
      reason: `its disk is full: ${directory} has ${shown(space)} left, and ${shown(leastSpace)} are needed`
    })
  })
})
