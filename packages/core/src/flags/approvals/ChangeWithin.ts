import { Effect } from "effect"
import type { Editing } from "../../entities/Changes.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { makeFlagEditing } from "../editing/FlagEditing.ts"
import { ApprovalRequired } from "./ChangeRequestErrors.ts"

/** Changes a flag as a part of another change, which has its lock: no version was sent. */
export const changingWithin =
  ({ patch }: Effect.Success<typeof makeFlagEditing>) => (by: Editing, id: FeatureFlagId, body: unknown) =>
    patch(by, id, body).pipe(
      Effect.catchIf(
        (error) => error._tag === "NeededApproval",
        ({ before }) =>
          Effect.fail(new ApprovalRequired({ flag_id: before.id, flag_key: before.key, change_request: null }))
      ),
      Effect.catchIf(
        (error) => error._tag !== "InvalidInput" && error._tag !== "ApprovalRequired",
        Effect.die
      )
    )

/** The changes of flags as parts of other changes. */
export type ChangingWithin = ReturnType<typeof changingWithin>
