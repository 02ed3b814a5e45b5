import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { ProjectRepository, UserRepository } from "../../access/AccessRepository.ts"
import type { Caller } from "../../access/Caller.ts"
import { manages } from "../../access/Membership.ts"
import type { ProjectAccess } from "../../access/ProjectAccess.ts"
import type { Users } from "../../access/Users.ts"
import type { CohortRepository } from "../../cohorts/CohortRepository.ts"
import type { Dashboards } from "../../dashboards/Dashboards.ts"
import type { Changes, UserEditing } from "../../entities/Changes.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import { handle } from "../../jobs/JobKind.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import { readFields, text } from "../../shared/Fields.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import { isoText } from "../../shared/IsoText.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import type { FlagReferences } from "../model/FlagReferences.ts"
import { makeApplying } from "./ApplyChangeRequest.ts"
import {
  ChangeRequest,
  type ChangeRequestFilter,
  type ChangeRequestId,
  changeRequestsBy,
  closed,
  isOpen,
  isOverdue
} from "./ChangeRequest.ts"
import {
  AlreadyApproved,
  ChangeRequestDenied,
  ChangeRequestNotFound,
  ChangeRequestNotOpen
} from "./ChangeRequestErrors.ts"
import { makeSettlingAt, settling } from "./ChangeRequestJob.ts"
import { ChangeRequestRepository } from "./ChangeRequestRepository.ts"
import { makeSettling, nobodyApproved } from "./SettleChangeRequest.ts"

/** The fields of a rejection. */
export const rejectionFields = {
  reason: text({ maxLength: 2_000 }).describe("The reason, for who asked.", "The release is not ready.")
}

type Ports =
  | Changes
  | ChangeRequestRepository
  | CohortRepository
  | Dashboards
  | FeatureFlagRepository
  | FlagReferences
  | Jobs
  | ProjectAccess
  | ProjectRepository
  | Transaction
  | UserRepository
  | Users

type Refusal = ChangeRequestDenied | ChangeRequestNotFound | ChangeRequestNotOpen

/** Changes of flags that others must approve. Each step of one is a transaction with its activity. */
export class ChangeRequests extends Context.Service<ChangeRequests, {
  /** The latest first, also those that are over. */
  readonly list: (
    project: ProjectId,
    filter: ChangeRequestFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ChangeRequest>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<ChangeRequest, ChangeRequestNotFound>
  /**
   * Approves one of somebody else. With the last approval it is applied, or waits for its time. The answer may be one that
   * failed or is stale.
   */
  readonly approve: (by: UserEditing, id: string) => Effect.Effect<ChangeRequest, AlreadyApproved | Refusal>
  /** Ends one of somebody else, with the `reason` of the body. */
  readonly reject: (by: UserEditing, id: string, body: unknown) => Effect.Effect<ChangeRequest, InvalidInput | Refusal>
  /** Ends one; for who asked for it, and for managers. */
  readonly cancel: (caller: Caller, project: Project, id: string) => Effect.Effect<ChangeRequest, Refusal>
  /** Applies one whose time has come, and ends one that nobody approved in time; the job calls it. */
  readonly settle: (project: ProjectId, id: ChangeRequestId, isLastAttempt?: boolean) => Effect.Effect<void>
}>()("@hedgerow/core/flags/approvals/ChangeRequests") {
  static readonly layer: Layer.Layer<ChangeRequests, never, Ports> = Layer.effect(
    ChangeRequests,
    Effect.gen(function*() {
      const repository = yield* ChangeRequestRepository
      const flags = yield* FeatureFlagRepository
      const transaction = yield* Transaction
      const settleAt = yield* makeSettlingAt
      const applying = yield* makeApplying
      const { apply, hasEnough, put } = applying

      const found = (from: typeof repository.find) =>
        Effect.fnUntraced(function*(project: ProjectId, id: string | number) {
          const known = positiveInt4(id)
          const request = known === undefined ? Option.none() : yield* from(project, known as ChangeRequestId)
          return Option.getOrUndefined(request) ?? (yield* new ChangeRequestNotFound())
        })

      const find = found(repository.find)

      /** The flags' lock comes first, as in every change of a flag. */
      const lock = Effect.fnUntraced(function*(project: ProjectId, id: string | number) {
        yield* flags.lock(project)
        return { request: yield* found(repository.findForUpdate)(project, id), now: yield* DateTime.now }
      })

      const notOpen = ({ reason, state }: ChangeRequest) => new ChangeRequestNotOpen({ state, reason })

      const requireOpen = Effect.fnUntraced(function*(request: ChangeRequest, now: DateTime.Utc) {
        if (!isOpen(request)) return yield* notOpen(request)
        if (request.state === "pending" && isOverdue(request, now)) {
          return yield* new ChangeRequestNotOpen({ state: "expired", reason: nobodyApproved })
        }
      })

      const requireOther = ({ actor }: UserEditing, { created_by }: ChangeRequest) =>
        created_by === actor.id ? Effect.fail(new ChangeRequestDenied({ reason: "own request" })) : Effect.void

      const approve = Effect.fnUntraced(function*(by: UserEditing, id: string) {
        const { now, request } = yield* lock(by.project.id, id)
        yield* requireOpen(request, now)
        yield* requireOther(by, request)
        if (request.approvals.some(({ user }) => user === by.actor.id)) return yield* new AlreadyApproved()
        if (request.state !== "pending") return yield* notOpen(request)
        const approvals = [...request.approvals, { user: by.actor.id, approved_at: isoText(now) }]
        const approved = new ChangeRequest({ ...request, approvals, updated_at: now })
        if (!(yield* hasEnough(approved))) return yield* put(by, request, approved, "approved")
        const { scheduled_at: at } = approved
        if (at !== null && DateTime.isGreaterThan(at, now)) {
          yield* settleAt(approved, at, "due")
          return yield* put(by, request, new ChangeRequest({ ...approved, state: "approved" }), "approved")
        }
        return yield* apply(by, yield* put(by, request, approved, "approved"), now)
      }, transaction.run)

      const reject = Effect.fnUntraced(function*(by: UserEditing, id: string, body: unknown) {
        const { reason } = yield* readFields(rejectionFields, body)
        const { now, request } = yield* lock(by.project.id, id)
        yield* requireOpen(request, now)
        yield* requireOther(by, request)
        return yield* put(by, request, closed(request, { state: "rejected", reason, by: by.actor.id }, now), "rejected")
      }, transaction.run)

      const cancel = Effect.fnUntraced(function*({ memberships, user }: Caller, project: Project, id: string) {
        const { now, request } = yield* lock(project.id, id)
        if (request.created_by !== user.id && !manages(memberships, project.organization_id)) {
          return yield* new ChangeRequestDenied({ reason: "not yours" })
        }
        yield* requireOpen(request, now)
        const by = { project, actor: user }
        return yield* put(by, request, closed(request, { state: "cancelled", by: user.id }, now), "cancelled")
      }, transaction.run)

      const settle = yield* makeSettling(applying, lock)

      return ChangeRequests.of({
        list: Effect.fn("ChangeRequests.list")((project, filter, page) =>
          repository.list(project, changeRequestsBy(filter), page)
        ),
        find: Effect.fn("ChangeRequests.find")(find),
        approve: Effect.fn("ChangeRequests.approve")(approve),
        reject: Effect.fn("ChangeRequests.reject")(reject),
        cancel: Effect.fn("ChangeRequests.cancel")(cancel),
        settle: Effect.fn("ChangeRequests.settle")(settle)
      })
    })
  )
}

/** Does `settling`. */
export const handler = handle(
  settling,
  Effect.fnUntraced(function*({ request }, { attempts, max_attempts, project_id }) {
    if (project_id === null) return
    yield* (yield* ChangeRequests).settle(project_id, request, attempts >= max_attempts)
  })
)
