import { Cause, Effect } from "effect"
import type { Change } from "../../activity/Activity.ts"
import { DashboardRepository } from "../../dashboards/DashboardRepository.ts"
import { Dashboards } from "../../dashboards/Dashboards.ts"
import { Changes, type Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagNotFound, UsageDashboardRefused } from "../model/FeatureFlagErrors.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { featureFlagEntity } from "../model/FlagEntity.ts"

type Reason = UsageDashboardRefused["reason"]

const refuse = (reason: Reason) => Effect.fail(new UsageDashboardRefused({ reason }))

type Refused = FeatureFlagNotFound | UsageDashboardRefused

/** A failure is reported to clients like any other refusal; the log has its cause. */
const orRefused = (reason: Reason) => <A>(effect: Effect.Effect<A, Refused>): Effect.Effect<A, Refused> =>
  Effect.catchCauseIf(
    effect,
    Cause.hasDies,
    (cause) => Effect.andThen(Effect.logError(reason, cause), refuse(reason))
  )

/** The log does not compare usage dashboards of flags: they depend on what was asked for. */
const dashboardChange = (before: FeatureFlag, after: FeatureFlag): Change => ({
  type: "FeatureFlag",
  action: before.usage_dashboard === null ? "created" : "changed",
  field: "usage_dashboard",
  before: before.usage_dashboard,
  after: after.usage_dashboard
})

/** Gives a flag its usage dashboard: the change has an activity entry and leaves the flag's version as it is. */
export const makeFlagDashboards = Effect.gen(function*() {
  const repository = yield* FeatureFlagRepository
  const dashboardRepository = yield* DashboardRepository
  const dashboards = yield* Dashboards
  const { record } = yield* Changes
  const transaction = yield* Transaction

  const lock = Effect.fnUntraced(function*(editing: Editing, id: FeatureFlagId) {
    return yield* Effect.mapError(
      Effect.flatMap(repository.findForUpdate(editing.project.id, id), Effect.fromOption),
      () => new FeatureFlagNotFound()
    )
  })

  /** The flag's dashboard, unless it is deleted. */
  const dashboardOf = Effect.fnUntraced(function*({ project_id, usage_dashboard: id }: FeatureFlag) {
    if (id === null) return undefined
    const found = yield* dashboardRepository.find(project_id, id)
    return found._tag === "Some" && !found.value.deleted ? found.value.id : undefined
  })

  const create = Effect.fnUntraced(function*(editing: Editing, id: FeatureFlagId) {
    const flag = yield* lock(editing, id)
    if ((yield* dashboardOf(flag)) !== undefined) return
    const made = yield* dashboards.createUsageDashboard(editing, flag.key)
    const after = new FeatureFlag({ ...flag, usage_dashboard: made.id })
    yield* Effect.orDie(repository.update(after))
    yield* record(editing, featureFlagEntity, { before: flag, after }, { changes: [dashboardChange(flag, after)] })
    if (flag.has_enriched_analytics) {
      yield* Effect.orDie(dashboards.enrichUsageDashboard(editing, made.id, flag.key))
    }
  }, transaction.run)

  const enrich = Effect.fnUntraced(function*(editing: Editing, id: FeatureFlagId) {
    const flag = yield* lock(editing, id)
    const dashboard = yield* dashboardOf(flag)
    if (dashboard === undefined) return yield* refuse("Usage dashboard not found")
    if (!flag.has_enriched_analytics) return yield* refuse("No enriched analytics available for this feature flag")
    const isNew = yield* Effect.orDie(dashboards.enrichUsageDashboard(editing, dashboard, flag.key))
    if (!isNew) return yield* refuse("Usage dashboard already has enriched data")
  }, transaction.run)

  return {
    create: (editing: Editing, id: FeatureFlagId) =>
      orRefused("Unable to generate usage dashboard")(create(editing, id)),
    enrich: (editing: Editing, id: FeatureFlagId) => orRefused("Unable to enrich usage dashboard")(enrich(editing, id))
  }
})
