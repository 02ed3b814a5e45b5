import { Cause, Effect } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import { Dashboards } from "../dashboards/Dashboards.ts"
import { Transaction } from "../shared/Transaction.ts"
import { FeatureFlag, type FeatureFlagId } from "./FeatureFlag.ts"
import { FeatureFlagNotFound, UsageDashboardRefused } from "./FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { usageDashboardActivity } from "./FlagActivity.ts"
import type { FlagEditing } from "./FlagEditing.ts"

type Reason = UsageDashboardRefused["reason"]

const refuse = (reason: Reason) => Effect.fail(new UsageDashboardRefused({ reason }))

type Refused = FeatureFlagNotFound | UsageDashboardRefused

/** Clients are told of a failure as of any other refusal; the log has its cause. */
const orRefused = (reason: Reason) => <A>(effect: Effect.Effect<A, Refused>): Effect.Effect<A, Refused> =>
  Effect.catchCauseIf(
    effect,
    Cause.hasDies,
    (cause) => Effect.andThen(Effect.logError(reason, cause), refuse(reason))
  )

/** How a flag comes to its usage dashboard: the flag has an entry of it and stays at its version. */
export const makeFlagDashboards = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const dashboardRepository = yield* DashboardRepository
  const dashboards = yield* Dashboards
  const activity = yield* ActivityLog
  const transaction = yield* Transaction

  const lock = Effect.fnUntraced(function*(editing: FlagEditing, id: FeatureFlagId) {
    return yield* Effect.mapError(
      Effect.flatMap(repository.lock(editing.project.id, id), Effect.fromOption),
      () => new FeatureFlagNotFound()
    )
  })

  /** The flag's dashboard, as long as nobody has deleted it. */
  const dashboardOf = Effect.fnUntraced(function*({ project_id, usage_dashboard: id }: FeatureFlag) {
    if (id === null) return undefined
    const found = yield* dashboardRepository.find(project_id, id)
    return found._tag === "Some" && !found.value.deleted ? found.value.id : undefined
  })

  const create = Effect.fnUntraced(function*(editing: FlagEditing, id: FeatureFlagId) {
    const flag = yield* lock(editing, id)
    if ((yield* dashboardOf(flag)) !== undefined) return
    const made = yield* dashboards.createUsageDashboard(editing, flag.key)
    const after = new FeatureFlag({ ...flag, usage_dashboard: made.id })
    yield* Effect.orDie(repository.update(after))
    yield* activity.record(usageDashboardActivity(editing, { after, before: flag }))
    if (flag.has_enriched_analytics) {
      yield* Effect.orDie(dashboards.enrichUsageDashboard(editing, made.id, flag.key))
    }
  }, transaction.run)

  const enrich = Effect.fnUntraced(function*(editing: FlagEditing, id: FeatureFlagId) {
    const flag = yield* lock(editing, id)
    const dashboard = yield* dashboardOf(flag)
    if (dashboard === undefined) return yield* refuse("Usage dashboard not found")
    if (!flag.has_enriched_analytics) return yield* refuse("No enriched analytics available for this feature flag")
    const isNew = yield* Effect.orDie(dashboards.enrichUsageDashboard(editing, dashboard, flag.key))
    if (!isNew) return yield* refuse("Usage dashboard already has enriched data")
  }, transaction.run)

  return {
    create: (editing: FlagEditing, id: FeatureFlagId) =>
      orRefused("Unable to generate usage dashboard")(create(editing, id)),
    enrich: (editing: FlagEditing, id: FeatureFlagId) =>
      orRefused("Unable to enrich usage dashboard")(enrich(editing, id))
  }
})
