import * as Effect from "effect/Effect"
import { copyGroups, copyPersons, type PeopleTarget } from "./CopyPeople.ts"
import { copyRecords } from "./CopyRecords.ts"
import { copyTiles } from "./CopyTiles.ts"
import { scratchApi } from "./LocalApi.ts"
import type { ProjectApi } from "./ProjectApi.ts"
import { readProject } from "./ReadProject.ts"
import type { Outcome } from "./Report.ts"

/** What is copied, and where to. */
export interface CopyRequest {
  readonly source: ProjectApi
  readonly target: PeopleTarget
  /** Whether persons and groups are copied too. */
  readonly hasPeople: boolean
  readonly isDry: boolean
}

/**
 * The API that records are made at. A dry run makes them in memory, beside a copy of what the target has: the same rules say
 * there what would be refused.
 */
const workplace = Effect.fnUntraced(function*(target: ProjectApi, isDry: boolean) {
  if (!isDry) return target
  const scratch = yield* scratchApi
  const there = yield* readProject(target)
  yield* copyRecords(target, there.records, scratch, true)
  return scratch
})

/**
 * Copies a project. What the target has already is known by its name and never changed, so that a second run changes
 * nothing, and one that follows a killed one makes the rest.
 */
export const copyProject = Effect.fnUntraced(function*({ hasPeople, isDry, source, target }: CopyRequest) {
  const work = yield* workplace(target.api, isDry)
  const read = yield* readProject(source)
  const people = isDry ? { ...target, events: undefined } : target
  const persons = hasPeople ? yield* copyPersons(source, people) : []
  const groups = hasPeople ? yield* copyGroups(source, people) : []
  const { ids, outcomes } = yield* copyRecords(source, read.records, work, isDry)
  const tiles = isDry ? [] : yield* copyTiles(source, work, ids)
  return [...persons, ...groups, ...outcomes, ...tiles, ...read.outcomes] satisfies ReadonlyArray<Outcome>
}, Effect.scoped)
