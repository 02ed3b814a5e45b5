import { Cause, Context, Effect } from "effect"

/** The defects that mean that a storage cannot serve now; the composition of an application knows its storage. */
export class IsStorageDown extends Context.Reference<(defect: unknown) => boolean>(
  "@hedgerow/core/shared/StorageDown/IsStorageDown",
  { defaultValue: () => () => false }
) {}

/** Whether a cause has a defect by which a storage reports that it cannot serve now. */
export const isStorageDown = (cause: Cause.Cause<unknown>): Effect.Effect<boolean> =>
  Effect.map(
    IsStorageDown,
    (isDown) => cause.reasons.some((reason) => Cause.isDieReason(reason) && isDown(reason.defect))
  )
