import { listText } from "@hedgerow/core/evaluation/filters/ValueText"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { FlagKeys } from "@hedgerow/core/flags/reading/FlagReading"
import { readFlagSelection } from "@hedgerow/core/flags/reading/FlagSelection"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { makeCohortRecords } from "../cohorts/CohortRecordsOf.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { makeBulkDeletion } from "./BulkDeletion.ts"
import { flagReferenceRecord } from "./FeatureFlagEncode.ts"
import { sentFilters } from "./FeatureFlagQuery.ts"
import { FlagActionsApi } from "./FlagActionsApi.ts"
import type { DashboardRefused, Done, FlagCopiesRecord, FlagIdsRefused, FlagKeysRecord } from "./FlagActionSchema.ts"
import { flagIdOf } from "./FlagIds.ts"

const done: typeof Done.Type = { success: true }

/** Clients of the reference service expect these errors in bodies of their own. */
const bare400 = (body: typeof DashboardRefused.Type | typeof FlagIdsRefused.Type) =>
  Effect.succeed(HttpServerResponse.jsonUnsafe(body, { status: 400 }))

const keysRecord = ({ ignored, keys }: FlagKeys): typeof FlagKeysRecord.Type => ({
  keys: Object.fromEntries(keys),
  ...(ignored.length === 0 ? undefined : { warning: `Invalid flag IDs ignored: ${listText(ignored)}` })
})

/** Does what can be done with flags beyond changing them. */
export const layer = handlerGroup(
  FlagActionsApi,
  Effect.fnUntraced(function*(handlers) {
    const flags = yield* FeatureFlags
    const cohortRecords = yield* makeCohortRecords
    const bulkDeletion = yield* makeBulkDeletion

    const dependents = Effect.fnUntraced(function*(text: string) {
      const found = yield* flags.activeDependents((yield* CurrentProject).id, yield* flagIdOf(text))
      return found.map(flagReferenceRecord)
    })

    return handlers
      .handle(
        "cohort",
        Effect.fn("http.featureFlagActions.cohort")(function*({ params }) {
          const editing = yield* currentEditing
          const cohort = yield* flags.createStaticCohort(editing, yield* flagIdOf(params.id))
          const record = yield* cohortRecords(editing.project, [cohort])
          return { cohort: record(cohort) }
        }, answering)
      )
      .handle(
        "dashboard",
        Effect.fn("http.featureFlagActions.dashboard")(
          function*({ params }) {
            yield* flags.createUsageDashboard(yield* currentEditing, yield* flagIdOf(params.id))
            return done
          },
          Effect.catchTag("UsageDashboardRefused", ({ message }) => bare400({ success: false, error: message })),
          answering
        )
      )
      .handle(
        "enrichDashboard",
        Effect.fn("http.featureFlagActions.enrichDashboard")(
          function*({ params }) {
            yield* flags.enrichUsageDashboard(yield* currentEditing, yield* flagIdOf(params.id))
            return done
          },
          Effect.catchTag("UsageDashboardRefused", ({ message }) => bare400({ success: false, error: message })),
          answering
        )
      )
      .handle(
        "activeDependents",
        Effect.fn("http.featureFlagActions.activeDependents")(function*({ params }) {
          const found = yield* dependents(params.id)
          return { has_active_dependents: found.length > 0, dependent_flags: found }
        }, answering)
      )
      .handle(
        "dependents",
        Effect.fn("http.featureFlagActions.dependents")(({ params }) => dependents(params.id), answering)
      )
      .handleRaw(
        "copy",
        Effect.fn("http.featureFlagActions.copy")(function*({ params, request }) {
          const id = yield* flagIdOf(params.id)
          const body = yield* readJson(request)
          const projects = yield* flags.copyToProjects(yield* CurrentCaller, yield* CurrentProject, id, body)
          return { projects } satisfies typeof FlagCopiesRecord.Type
        }, answering)
      )
      .handleRaw(
        "bulkKeys",
        Effect.fn("http.featureFlagActions.bulkKeys")(
          function*({ request }) {
            return keysRecord(yield* flags.bulkKeys((yield* CurrentProject).id, yield* readJson(request)))
          },
          Effect.catchTag("FlagIdsInvalid", ({ message }) => bare400({ error: message })),
          answering
        )
      )
      .handle(
        "matchingIds",
        Effect.fn("http.featureFlagActions.matchingIds")(function*() {
          const chosen = yield* readFlagSelection(yield* sentFilters, yield* DateTime.now)
          const found = yield* bulkDeletion.matching((yield* CurrentProject).id, chosen)
          return { ids: found.map(({ id }) => id), total: found.length }
        }, answering)
      )
      .handleRaw(
        "bulkDelete",
        Effect.fn("http.featureFlagActions.bulkDelete")(function*({ request }) {
          return yield* bulkDeletion.run(yield* currentEditing, yield* readJson(request))
        }, answering)
      )
  })
)
