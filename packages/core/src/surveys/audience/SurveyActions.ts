import { Effect } from "effect"
import { KnownActions } from "../../actions/KnownActions.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { Survey } from "../Survey.ts"
import { type ActionsById, hasActions } from "./ConditionActions.ts"

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
