import { NotReady } from "@hedgerow/http/health/HealthHandlers"
import * as Effect from "effect/Effect"
import { leastRoom, makeRoom } from "./DiskSpace.ts"

const shown = (bytes: number): string => `${Math.floor(bytes / 2 ** 20)} MiB`

/** Fails with how much room is left while that is too little. */
export const diskHasRoom = Effect.fnUntraced(function*(directory: string) {
  const roomOf = yield* makeRoom
  return Effect.gen(function*() {
    const room = yield* roomOf(directory)
    if (room >= leastRoom) return
    return yield* new NotReady({
      reason: `its disk is full: ${directory} has ${shown(room)} left, and ${shown(leastRoom)} are needed`
    })
  })
})
