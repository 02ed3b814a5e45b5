import type { ProjectId } from "@hedgerow/core/identity/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Effect } from "effect"
import { newPerson } from "../fixtures.ts"

/** Writes the person of that distinct id with this version. */
export const putVersion = Effect.fnUntraced(function*(project: ProjectId, distinctId: string, version: number) {
  const persons = yield* PersonRepository
  yield* persons.apply(project, newPerson(project, [distinctId], { version })).uncaptured
})

/** The version of the person of that distinct id, if there is one. */
export const versionOf = Effect.fnUntraced(function*(project: ProjectId, distinctId: string) {
  const persons = yield* PersonRepository
  return (yield* persons.findByDistinctId(project, distinctId))?.version
})

/** Lets other fibers run until they wait for something. */
export const letOthersRun = Effect.repeat(Effect.yieldNow, { times: 50 })
