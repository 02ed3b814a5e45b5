import { DateTime, Effect } from "effect"
import { Changes, type Editing, userOf } from "../../entities/Changes.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { changeRequestEntity, closed, openRequests } from "./ChangeRequest.ts"
import { ChangeRequestRepository } from "./ChangeRequestRepository.ts"

/** The reason for which a request cannot be applied any more. */
export const overtaken = (asked: number, version: number): string =>
  `The flag was changed since: it is at version ${version}, and the change was asked for at version ${asked}.`

/**
 * Ends the requests that a change of their flag has overtaken, as a step of its transaction. A project in which nobody must
 * approve changes has none, or finds out when one is to be applied.
 */
export const makeOvertaking = Effect.gen(function*() {
  const repository = yield* ChangeRequestRepository
  const { record } = yield* Changes

  return Effect.fnUntraced(function*(by: Editing, { id, project_id, version }: FeatureFlag) {
    if (by.project.flag_approvals === null) return
    const now = yield* DateTime.now
    for (const before of yield* repository.all(project_id, openRequests(id))) {
      if (before.flag_version === version) continue
      const reason = overtaken(before.flag_version, version)
      const after = closed(before, { state: "stale", reason, by: userOf(by) }, now)
      yield* repository.update(after)
      yield* record(by, changeRequestEntity, { before, after }, { action: "stale" })
    }
  })
})
