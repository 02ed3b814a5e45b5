import { DateTime, Effect } from "effect"
import { handle } from "../../jobs/JobKind.ts"
import { Jobs } from "../../jobs/Jobs.ts"
import type { Experiment, ExperimentId } from "../Experiment.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"
import { ExperimentTimeseries } from "./ExperimentTimeseries.ts"
import { following, recalculating, sweeping } from "./TimeseriesJobs.ts"

/** The days for which experiments are followed. */
const followedFor = 60

/** At most this many experiments are read at once. */
const pageSize = 1_000

/** Does `recalculating`. */
export const recalculation = handle(
  recalculating,
  Effect.fnUntraced(function*({ recalculation: id }, { attempts, max_attempts, project_id }) {
    if (project_id === null) return
    yield* (yield* ExperimentTimeseries).run(project_id, id, attempts >= max_attempts)
  })
)

/** Does `following`. */
export const followingHandler = handle(
  following,
  Effect.fnUntraced(function*({ experiment }, { project_id }) {
    if (project_id !== null) yield* (yield* ExperimentTimeseries).follow(project_id, experiment)
  })
)

/** Does `sweeping`. */
export const sweepHandler = handle(
  sweeping,
  Effect.fnUntraced(function*() {
    const repository = yield* ExperimentRepository
    const jobs = yield* Jobs
    const since = DateTime.subtract(yield* DateTime.now, { days: followedFor })
    let after: ExperimentId | undefined = undefined
    let isLast = false
    while (!isLast) {
      const page: ReadonlyArray<Pick<Experiment, "id" | "project_id">> = yield* repository.runningSince(
        since,
        after,
        pageSize
      )
      for (const { id, project_id } of page) {
        yield* jobs.enqueue(following, { project: project_id, payload: { experiment: id }, uniqueKey: String(id) })
      }
      isLast = page.length < pageSize
      after = page.at(-1)?.id
    }
  })
)
