import type { Holdout } from "@hedgerow/core/experiments/holdouts/Holdout"
import { Holdouts } from "@hedgerow/core/experiments/holdouts/Holdouts"
import { Effect } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, namingMakers, shownAlike } from "../entities/EntityHandlers.ts"
import { holdoutRecord } from "./HoldoutEncode.ts"
import { HoldoutsApi } from "./HoldoutsApi.ts"

/** Shows and changes holdouts. */
export const layer = handlerGroup(
  HoldoutsApi,
  Effect.fnUntraced(function*(handlers) {
    const holdouts = yield* Holdouts
    const records = yield* namingMakers(holdoutRecord)

    const plain = yield* makeEntityHandlers({
      group: "holdouts",
      scope: "ExperimentHoldout",
      list: (project, _query, page) => holdouts.list(project, page),
      find: holdouts.find,
      idOf: ({ id }: Holdout) => id,
      create: holdouts.create,
      patch: holdouts.patch,
      remove: holdouts.remove,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.remove)
      .handle("activity", plain.activityOfOne)
  })
)
