import { Effect } from "effect"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { FlagDraft } from "../editing/FlagChecks.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { flagDifferences } from "./FlagDifferences.ts"
import { isGated } from "./FlagGate.ts"

/** The end of a change that others must approve: everything is taken back. */
export class NeededApproval {
  readonly _tag = "NeededApproval"
  readonly draft: FlagDraft
  /** The flag before, with readable payloads. */
  readonly before: FeatureFlag
  constructor(draft: FlagDraft, before: FeatureFlag) {
    this.draft = draft
    this.before = before
  }
}

const notNeeded = InvalidInput.at(
  ["_approval_scheduled_at"],
  "invalid_input",
  "Nobody must approve this change: it would be applied at once. Use a scheduled change."
)

/** Fails when others must approve a change, which is the last step of it: everything else about it is right. */
export const requireApproval = Effect.fnUntraced(function*(draft: FlagDraft) {
  const { after, approval, before, by: { actor, project } } = draft
  if (before === undefined || approval.isGiven) return
  const mustWait = actor !== "system"
    && isGated(project.flag_approvals, before, after)
    && flagDifferences(before, after).length > 0
  if (mustWait) return yield* Effect.fail(new NeededApproval(draft, before))
  if (approval.scheduledAt !== null) return yield* notNeeded
})
