import { DateTime, Duration, Effect } from "effect"
import { ProjectData } from "../access/ProjectData.ts"
import { removingData } from "../access/ProjectRemoval.ts"
import type { ProjectId } from "../identity/Project.ts"
import { handle } from "../jobs/JobKind.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { enqueueCompaction } from "./Compaction.ts"

/**
 * Whatever was under way for a project when it was removed has ended after this time: a request, an insert, a stream of
 * definitions. What it left behind is removed then.
 */
const lastWorkEnds = Duration.minutes(16)

const enqueueLast = Effect.fnUntraced(function*(jobs: Jobs["Service"], project: ProjectId) {
  yield* jobs.enqueue(removingData, {
    project: null,
    payload: { project, isLast: true },
    uniqueKey: `${project} last`,
    runAt: DateTime.addDuration(yield* DateTime.now, lastWorkEnds)
  })
})

/** Does `removingData`, and has the place of the rows freed. */
export const handler = handle(
  removingData,
  Effect.fnUntraced(function*({ isLast, project }) {
    const data = yield* ProjectData
    const jobs = yield* Jobs
    yield* data.remove(project)
    yield* enqueueCompaction(jobs, "projects")
    yield* isLast ? data.forgetVersions(project) : enqueueLast(jobs, project)
  })
)
