import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { DateTime, Effect } from "effect"
import { Changes, type Editing, userOf } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { FlagApprovals } from "../../identity/Project.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { recordOrEmpty } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeFlagEditing } from "../editing/FlagEditing.ts"
import { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { type ChangeRequest, changeRequestEntity, daysUntilExpiry, openRequests, storedDiff } from "./ChangeRequest.ts"
import { ApprovalRequired } from "./ChangeRequestErrors.ts"
import { makeSettlingAt } from "./ChangeRequestJob.ts"
import { ChangeRequestRepository } from "./ChangeRequestRepository.ts"
import { flagDifferences, isSecret } from "./FlagDifferences.ts"
import type { NeededApproval } from "./NeededApproval.ts"
import { comparedBody, openedBody, ownFields, sealedBody } from "./RequestedBody.ts"
import { makeTellingApprovers } from "./TellApprovers.ts"

/** The most requests of a project that may be open. */
export const maxOpen = 1_000

const noRows = { limit: 0, offset: 0 }

const tooMany = InvalidInput.at([], "invalid_input", `A project can only have ${maxOpen} open change requests.`)

const notAhead = InvalidInput.at(["_approval_scheduled_at"], "invalid_input", "The time must be in the future.")

const timeOf = (at: DateTime.Utc | null): number | null => at === null ? null : DateTime.toEpochMillis(at)

/** The request that a change becomes, before the storage has given it an id. */
type Wanted = Omit<ChangeRequest, "id">

/** Changes flags as callers ask for it: of a change that others must approve a request is made. */
export const makeAskingForApproval = Effect.fnUntraced(function*(editing: Effect.Success<typeof makeFlagEditing>) {
  const flags = yield* FeatureFlagRepository
  const repository = yield* ChangeRequestRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const settleAt = yield* makeSettlingAt
  const tellApprovers = yield* makeTellingApprovers

  const wantedOf = Effect.fnUntraced(
    function*({ before, draft }: NeededApproval, approvals: FlagApprovals, body: unknown) {
      const { after, approval, by, now, touches } = draft
      if (approval.scheduledAt !== null && DateTime.isLessThanOrEqualTo(approval.scheduledAt, now)) {
        return yield* notAhead
      }
      const place = { flag_id: before.id, project_id: before.project_id }
      const wanted: Wanted = {
        ...place,
        ...(yield* sealedBody(ownFields(recordOrEmpty(body), touches), place, isSecret(before, after))),
        flag_key: before.key,
        flag_version: before.version,
        diff: storedDiff(flagDifferences(before, after)),
        comment: approval.comment,
        state: "pending",
        reason: null,
        approvals_needed: approvals.approvals,
        approvals: [],
        scheduled_at: approval.scheduledAt,
        expires_at: DateTime.add(now, { days: daysUntilExpiry }),
        created_by: userOf(by),
        created_at: now,
        updated_at: now,
        closed_by: null,
        closed_at: null
      }
      return wanted
    }
  )

  /** The open request of the same user for the same change: who asks twice has asked once. */
  const asked = Effect.fnUntraced(function*(wanted: Wanted, body: unknown, touches: ReadonlySet<string>) {
    const text = canonicalJson(comparedBody(ownFields(recordOrEmpty(body), touches)))
    for (const known of yield* repository.all(wanted.project_id, openRequests(wanted.flag_id))) {
      if (known.created_by !== wanted.created_by || known.flag_version !== wanted.flag_version) continue
      if (timeOf(known.scheduled_at) !== timeOf(wanted.scheduled_at)) continue
      const opened = yield* Effect.option(openedBody(known))
      if (opened._tag === "Some" && canonicalJson(comparedBody(opened.value)) === text) return known
    }
    return undefined
  })

  const ask = Effect.fnUntraced(function*(needed: NeededApproval, approvals: FlagApprovals, body: unknown) {
    const { by, touches } = needed.draft
    const wanted = yield* wantedOf(needed, approvals, body)
    const known = yield* asked(wanted, body, touches)
    if (known !== undefined) return known
    const { count } = yield* repository.list(by.project.id, openRequests(), noRows)
    if (count >= maxOpen) return yield* tooMany
    const request = yield* repository.create(wanted)
    yield* record(by, changeRequestEntity, { after: request })
    yield* tellApprovers(by, request)
    yield* settleAt(request, request.expires_at, "expiry")
    return request
  })

  const patchOrAsk = Effect.fnUntraced(
    function*(by: Editing, approvals: FlagApprovals, id: FeatureFlagId, body: unknown, ifVersion?: number) {
      // What the attempt locks is free again when it is taken back.
      yield* flags.lock(by.project.id)
      return yield* Effect.catchIf(
        editing.patch(by, id, body, ifVersion),
        (error) => error._tag === "NeededApproval",
        (needed) => ask(needed, approvals, body)
      )
    },
    transaction.run
  )

  return Effect.fnUntraced(function*(by: Editing, id: FeatureFlagId, body: unknown, ifVersion?: number) {
    const { flag_approvals: approvals } = by.project
    if (approvals === null) {
      return yield* Effect.catchIf(
        editing.patch(by, id, body, ifVersion),
        (error) => error._tag === "NeededApproval",
        Effect.die
      )
    }
    const outcome = yield* patchOrAsk(by, approvals, id, body, ifVersion)
    if (outcome instanceof FeatureFlag) return outcome
    const { flag_id, flag_key, id: change_request } = outcome
    return yield* new ApprovalRequired({ flag_id, flag_key, change_request })
  })
})
