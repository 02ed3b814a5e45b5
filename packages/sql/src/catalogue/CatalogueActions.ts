import { Result } from "effect"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** The condition of the action of that name or id, over the event of the row. */
const matchesAction = (site: CallSite): Expr => {
  const given = site.arg(0)
  const wanted = given._tag === "Literal" ? given.value : undefined
  const { actions } = site.planning
  const action = typeof wanted === "string"
    ? actions.find(({ name }) => name === wanted)
    : actions.find(({ id }) => id === wanted)
  if (action === undefined) {
    const shown = typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted ?? "?")
    return refuse(`Action ${shown} does not exist`, site.ast(0))
  }
  const condition = action.condition()
  return Result.isFailure(condition)
    ? refuse(condition.failure, site.ast(0))
    : site.resolve(condition.success, site.place)
}

/** Conditions on a project's actions. */
export const actions: Entries = {
  matchesAction: takes(
    lenient(
      ["constant"],
      "UInt8",
      "the event is one of the action of the project with the name, or the id, a",
      "never"
    ),
    matchesAction
  )
}
