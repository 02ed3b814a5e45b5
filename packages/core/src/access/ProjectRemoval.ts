import { Effect, Schema } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { Changes, type Recording } from "../entities/Changes.ts"
import { OrganizationId } from "../identity/Organization.ts"
import { type Project, ProjectId } from "../identity/Project.ts"
import { defineJob, handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { ProjectRepository } from "./AccessRepository.ts"
import { makeCurrentProjectSelection } from "./CurrentProjectSelection.ts"
import { ProjectData } from "./ProjectData.ts"
import { projectEntity } from "./ProjectEntity.ts"
import { ProjectSecretKeyRepository } from "./ProjectSecretKeyRepository.ts"

/** Removes the rows of a project that was removed, and once more when nothing can write for it any longer. */
export const removingData = defineJob({
  name: "projects.remove_data",
  payload: Schema.Struct({ project: ProjectId, isLast: Schema.Boolean }),
  maxAttempts: 100,
  concurrency: 1
})

/** Removes the log of an organisation that was removed. */
const removeLog = defineJob({
  name: "organizations.remove_log",
  payload: Schema.Struct({ organization: OrganizationId }),
  maxAttempts: 100
})

/** Queues the removal of an organisation's log; call it in the transaction that removes the organisation. */
export const queueLogRemoval = Effect.fnUntraced(function*(jobs: Jobs["Service"], organization: OrganizationId) {
  yield* jobs.enqueue(removeLog, { project: null, payload: { organization }, uniqueKey: organization })
})

/**
 * The removal of a project within a transaction that holds its organisation: from its commit on no request finds the
 * project, its token or its secrets. A job removes the rest. The log of the organisation has the entry.
 */
export const makeProjectRemoval = Effect.gen(function*() {
  const projects = yield* ProjectRepository
  const secrets = yield* ProjectSecretKeyRepository
  const versions = yield* DefinitionsVersions
  const jobs = yield* Jobs
  const places = yield* makeCurrentProjectSelection
  const { record } = yield* Changes

  return Effect.fnUntraced(function*(actor: Recording["actor"], project: Project) {
    const { id, organization_id } = project
    yield* places.close(organization_id, id)
    for (const secret of yield* secrets.all(id)) yield* secrets.remove(id, secret.id)
    yield* projects.remove(id)
    yield* record({ actor, project: { id: null, organization_id } }, projectEntity, { before: project })
    yield* versions.bump(id)
    yield* jobs.enqueue(removingData, {
      project: null,
      payload: { project: id, isLast: false },
      uniqueKey: String(id)
    })
  })
})

/** Does `removeLog`. */
export const logHandler = handle(
  removeLog,
  Effect.fnUntraced(function*({ organization }) {
    const data = yield* ProjectData
    yield* data.removeLog(organization)
  })
)
