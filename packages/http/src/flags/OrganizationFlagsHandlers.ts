import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { OrganizationFlags, type ProjectFlag } from "@hedgerow/core/flags/copying/OrganizationFlags"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { makeFlagRecords } from "./FlagRecordsOf.ts"
import { type FlagsCopyRecord, OrganizationFlagsApi, type PlacedFlagRecord } from "./OrganizationFlagsApi.ts"

/** Shows and copies flags over the projects of an organisation. */
export const layer = handlerGroup(
  OrganizationFlagsApi,
  Effect.fnUntraced(function*(handlers) {
    const access = yield* ProjectAccess
    const flags = yield* OrganizationFlags
    const { record } = yield* makeFlagRecords

    const recordOf = ({ flag, project }: ProjectFlag) => Effect.provideService(record(flag), CurrentProject, project)

    return handlers
      .handleRaw(
        "copy",
        Effect.fn("http.organizationFlags.copy")(function*({ params, request }) {
          const caller = yield* CurrentCaller
          const { id } = yield* access.organization(caller, params.organization_id, "feature_flag:write")
          const { copied, failed } = yield* flags.copy(caller, id, yield* readJson(request))
          const success = yield* Effect.forEach(copied, (one) =>
            Effect.map(recordOf(one), (found) => ({
              ...found,
              team_id: one.project.id,
              schedule_errors: one.scheduleFailures
            })))
          return {
            success,
            failed: failed.map(({ message, project_id }) => ({ project_id, error_message: message, errors: message }))
          } satisfies typeof FlagsCopyRecord.Type
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.organizationFlags.read")(function*({ params }) {
          const caller = yield* CurrentCaller
          const { id } = yield* access.organization(caller, params.organization_id, "feature_flag:read")
          return yield* Effect.forEach(
            yield* flags.read(caller, id, params.key),
            (placed) =>
              Effect.map(
                recordOf(placed),
                ({ active, created_at, created_by, filters }): typeof PlacedFlagRecord.Type => ({
                  flag_id: placed.flag.id,
                  team_id: placed.project.id,
                  created_by,
                  filters,
                  created_at,
                  active
                })
              )
          )
        }, answering)
      )
  })
)
