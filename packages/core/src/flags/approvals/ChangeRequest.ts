import { DateTime, Schema } from "effect"
import type { Change } from "../../activity/Activity.ts"
import { entity } from "../../entities/Entity.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { all, given, is, isIn } from "../../entities/Where.ts"
import { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import { ProjectId } from "../../identity/Project.ts"
import { UserId } from "../../identity/User.ts"

/** A positive int4, unique over the installation. */
export const ChangeRequestId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("ChangeRequestId")
)
export type ChangeRequestId = typeof ChangeRequestId.Type

/** `pending` waits for approvals and `approved` for its time; the others are ends. */
export const changeRequestStates = [
  "pending",
  "approved",
  "applied",
  "rejected",
  "cancelled",
  "stale",
  "failed",
  "expired"
] as const
export type ChangeRequestState = (typeof changeRequestStates)[number]

/** The word of one member. */
export const Approval = Schema.Struct({ user: UserId, approved_at: Schema.String })
export type Approval = typeof Approval.Type

/** A change of a flag that others must approve before it is applied. */
export class ChangeRequest extends Schema.Class<ChangeRequest>("ChangeRequest")({
  id: ChangeRequestId,
  project_id: ProjectId,
  flag_id: FeatureFlagId,
  /** The flag's key when it was asked for. */
  flag_key: Schema.String,
  /** The only version of the flag that the change can be applied to. */
  flag_version: Schema.Int,
  /** The fields of the change as sent, but that payloads which the flag encrypts are sealed. */
  body: Schema.Record(Schema.String, Schema.Json),
  /** Whether the payloads in `body` are sealed. */
  is_sealed: Schema.Boolean,
  /** The differences of the flag by field, without payloads that it encrypts. */
  diff: Schema.Array(Schema.Json),
  comment: Schema.NullOr(Schema.String),
  state: Schema.Literals(changeRequestStates),
  /** The reason of its end, where that is not its application. */
  reason: Schema.NullOr(Schema.String),
  /** The number of approvals with which it is applied. */
  approvals_needed: Schema.Int,
  approvals: Schema.Array(Approval),
  /** The earliest time at which it is applied; null: with the last approval. */
  scheduled_at: Schema.NullOr(Schema.DateTimeUtc),
  /** The time at which it ends when too few have approved. */
  expires_at: Schema.DateTimeUtc,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc,
  /** The user who ended it; null for the system. */
  closed_by: Schema.NullOr(UserId),
  closed_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

/** The entity of change requests. */
export const changeRequestEntity = entity({
  name: "ChangeRequest",
  table: "change_requests",
  model: ChangeRequest,
  ids: { sequence: "change_requests_id_seq" },
  activity: { scope: "ChangeRequest", name: ({ flag_key }) => flag_key }
})

/** The days that a request waits for approvals. */
export const daysUntilExpiry = 30

const open: ReadonlySet<ChangeRequestState> = new Set(["pending", "approved"])

/** Whether it can still be applied. */
export const isOpen = ({ state }: ChangeRequest): boolean => open.has(state)

/** The conditions on the requests of a list; a missing one matches all. */
export interface ChangeRequestFilter {
  readonly state?: ChangeRequestState
  readonly flag?: number
}

/** The latest first. */
export const changeRequestsBy = ({ flag, state }: ChangeRequestFilter): EntityQuery<ChangeRequest> => ({
  where: all([given(state, (value) => is("state", value)), given(flag, (id) => is("flag_id", id))]),
  order: [{ field: "id", isDescending: true }]
})

/** Those that can still be applied; of one flag, or of the project. */
export const openRequests = (flag?: FeatureFlagId): EntityQuery<ChangeRequest> => ({
  where: all([given(flag, (id) => is("flag_id", id)), isIn("state", [...open])])
})

/** The members of a change that a request keeps of it, as JSON. */
export const storedDiff = (changes: ReadonlyArray<Change>): ReadonlyArray<Schema.Json> =>
  changes.map((change) => ({
    field: change.field,
    action: change.action,
    before: change.before,
    after: change.after,
    ...(change.paths === undefined ? undefined : { paths: change.paths.map((path) => ({ ...path })) }),
    ...(change.paths_truncated === undefined ? undefined : { paths_truncated: change.paths_truncated })
  }))

/** Whether nobody can approve it any more. */
export const isOverdue = ({ expires_at }: ChangeRequest, now: DateTime.Utc): boolean =>
  DateTime.isLessThanOrEqualTo(expires_at, now)

/** The end of a request. */
export interface ChangeRequestEnd {
  readonly state: ChangeRequestState
  readonly reason?: string
  readonly by: UserId | null
}

/** A request at its end. */
export const closed = (request: ChangeRequest, { by, reason, state }: ChangeRequestEnd, now: DateTime.Utc) =>
  new ChangeRequest({
    ...request,
    state,
    reason: reason ?? null,
    closed_by: by,
    closed_at: now,
    updated_at: now
  })
