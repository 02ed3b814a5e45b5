import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { ChangeRequest } from "@hedgerow/core/flags/approvals/ChangeRequest"
import { ChangeRequests } from "@hedgerow/core/flags/approvals/ChangeRequests"
import type { Project } from "@hedgerow/core/identity/Project"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../../auth/Authorization.ts"
import { currentEditing } from "../../auth/CurrentEditing.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, shownAlike } from "../../entities/EntityHandlers.ts"
import { readListQuery } from "../../entities/EntityQuery.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { namedUser } from "../../identity/IdentityEncode.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { changeRequestFilterFields, ChangeRequestsApi } from "./ChangeRequestsApi.ts"
import type { ChangeRequestRecord } from "./ChangeRequestSchema.ts"

type People = Parameters<typeof namedUser>[0]

const recordOf = (people: People) => (request: ChangeRequest): typeof ChangeRequestRecord.Type => ({
  id: request.id,
  flag_id: request.flag_id,
  flag_key: request.flag_key,
  flag_version: request.flag_version,
  state: request.state,
  diff: request.diff,
  comment: request.comment,
  reason: request.reason,
  approvals_needed: request.approvals_needed,
  approvals: request.approvals.map(({ approved_at, user }) => ({ user: namedUser(people, user), approved_at })),
  scheduled_at: isoTextOrNull(request.scheduled_at),
  expires_at: isoText(request.expires_at),
  created_by: namedUser(people, request.created_by),
  created_at: isoText(request.created_at),
  updated_at: isoText(request.updated_at),
  closed_by: namedUser(people, request.closed_by),
  closed_at: isoTextOrNull(request.closed_at)
})

/** An id that no flag has. */
const noFlag = 0

/** Shows, approves and ends change requests. */
export const layer = handlerGroup(
  ChangeRequestsApi,
  Effect.fnUntraced(function*(handlers) {
    const requests = yield* ChangeRequests
    const { people } = yield* UserLookup

    const records = (project: Project, rows: ReadonlyArray<ChangeRequest>) => {
      const ids = rows.flatMap(({ approvals, closed_by, created_by }) => [
        ...approvals.map(({ user }) => user),
        ...[closed_by, created_by].flatMap((id) => id ?? [])
      ])
      return Effect.map(people(project, ids), recordOf)
    }

    const plain = yield* makeEntityHandlers({
      group: "changeRequests",
      scope: "ChangeRequest",
      list: (project, query, page) =>
        Effect.flatMap(
          readListQuery(changeRequestFilterFields, query),
          ({ flag, ...filter }) =>
            requests.list(
              project,
              { ...filter, ...(flag === undefined ? undefined : { flag: positiveInt4(flag) ?? noFlag }) },
              page
            )
        ),
      find: requests.find,
      idOf: ({ id }: ChangeRequest) => id,
      ...shownAlike(records)
    })

    const shown = Effect.fnUntraced(function*(request: ChangeRequest) {
      return (yield* records(yield* CurrentProject, [request]))(request)
    })

    return handlers
      .handle("list", plain.list)
      .handle("read", plain.read)
      .handle(
        "approve",
        Effect.fn("http.changeRequests.approve")(function*({ params }) {
          return yield* shown(yield* requests.approve(yield* currentEditing, params.id))
        }, answering)
      )
      .handleRaw(
        "reject",
        Effect.fn("http.changeRequests.reject")(function*({ params, request }) {
          return yield* shown(yield* requests.reject(yield* currentEditing, params.id, yield* readJson(request)))
        }, answering)
      )
      .handle(
        "cancel",
        Effect.fn("http.changeRequests.cancel")(function*({ params }) {
          return yield* shown(yield* requests.cancel(yield* CurrentCaller, yield* CurrentProject, params.id))
        }, answering)
      )
  })
)
