import type { StatementNames } from "@hedgerow/sql/resolve/StatementNames"
import { Effect, Result } from "effect"
import type { Moment } from "../../filters/Operator.ts"
import { expressionOf } from "../../filters/SqlFragment.ts"
import type { Asked } from "../Asked.ts"
import { actionFunction, type NamedAction } from "../functions/ActionFunctions.ts"
import { actionCondition } from "./ActionsNode.ts"

/** The project's actions with their conditions, where the statement names one. */
export const actionConditions = Effect.fnUntraced(
  function*({ calls }: StatementNames, { actions }: Partial<Pick<Asked, "actions">>, moment: Moment) {
    if (!calls.has(actionFunction) || actions === undefined) return {}
    const known = yield* actions
    const named = known.map(({ id, name, steps }): NamedAction => ({
      id,
      name,
      condition: () => Result.mapError(expressionOf(actionCondition({ steps }, moment)), ({ detail }) => detail)
    }))
    return { actions: named }
  }
)
