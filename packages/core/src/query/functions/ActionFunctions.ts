import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type CallSite, type FunctionEntry, takes } from "@hedgerow/sql/planning/CallSite"
import { lenient } from "@hedgerow/sql/planning/Described"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import { Result } from "effect"

/** An action as statements name it. */
export interface NamedAction {
  readonly id: number
  readonly name: string | null
  /** The condition on the rows of `events` that are its events; or the reason for which there is none. */
  readonly condition: () => Result.Result<AstExpr, string>
}

/** The condition of the action of that name or id, over the event of the row. */
const matches = (site: CallSite, actions: ReadonlyArray<NamedAction>): Expr => {
  const given = site.arg(0)
  const wanted = given._tag === "Literal" ? given.value : undefined
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

/** The name of the function that asks for an action. */
export const actionFunction = "matchesAction"

/** The condition on an action, one of these. */
export const matchesAction = (actions: ReadonlyArray<NamedAction>): FunctionEntry =>
  takes(
    lenient(
      ["constant"],
      "UInt8",
      "the event is one of the action of the project with the name, or the id, a",
      "never"
    ),
    (site) => matches(site, actions)
  )
