import { Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import { KnownActions } from "../actions/KnownActions.ts"
import { type ActionsById, hasActions } from "./audience/ConditionActions.ts"
import type { Survey } from "./Survey.ts"

/** Reads the actions that surveys may name; nothing where no survey names any. */
export const makeSurveyActions = Effect.map(
  KnownActions,
  (known) =>
    Effect.fnUntraced(function*(project: ProjectId, surveys: ReadonlyArray<Survey>) {
      const actions: ActionsById = surveys.some(hasActions)
        ? new Map((yield* known.of(project)).map((action) => [action.id, action]))
        : new Map()
      return actions
    })
)
