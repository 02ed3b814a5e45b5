import { percentChange } from "@hedgerow/statistics/comparison/PercentChange"
import { DateTime, Effect } from "effect"
import { all, before, is, isNot, since, type Where } from "../../entities/Where.ts"
import type { Project } from "../../identity/Project.ts"
import type { Experiment } from "../Experiment.ts"
import type { ExperimentFacts } from "../ExperimentEntity.ts"
import { ExperimentRepository } from "../ExperimentRepository.ts"

/** The number of experiments launched in periods of time. Deleted and archived experiments do not count. */
export interface Velocity {
  readonly launched_last_30d: number
  readonly launched_previous_30d: number
  readonly percent_change: number
  readonly active_experiments: number
  readonly completed_last_30d: number
}

type Condition = Where<Experiment & ExperimentFacts>

/** Counts the experiments of a project by the days of its time zone. */
export const makeVelocity = Effect.map(ExperimentRepository, (repository) => {
  const count = ({ id }: Project, ...conditions: ReadonlyArray<Condition>) =>
    Effect.map(
      repository.list(id, { where: all<Condition>([is("archived", false), ...conditions]) }, { limit: 1, offset: 0 }),
      (page) => page.count
    )

  /** Of experiments that have begun: a draft may have an end. */
  const countWithin = (project: Project, field: "end_date" | "start_date", from: DateTime.Utc, until: DateTime.Utc) =>
    count(project, isNot("start_date", null), since(field, from), before(field, until))

  return Effect.fnUntraced(function*(project: Project) {
    const zoned = DateTime.setZoneNamedUnsafe(yield* DateTime.now, project.timezone)
    const today = DateTime.startOf(zoned, "day")
    const dayAt = (days: number) => DateTime.toUtc(DateTime.add(today, { days }))
    const [previous, last, end] = [dayAt(-60), dayAt(-30), dayAt(1)]
    const launched = yield* countWithin(project, "start_date", last, end)
    const launchedBefore = yield* countWithin(project, "start_date", previous, last)
    return {
      launched_last_30d: launched,
      launched_previous_30d: launchedBefore,
      percent_change: percentChange(launched, launchedBefore),
      active_experiments: yield* count(project, isNot("start_date", null), is("end_date", null)),
      completed_last_30d: yield* countWithin(project, "end_date", last, end)
    } satisfies Velocity
  })
})
