import type { AstExpr } from "../ast/Ast.ts"
import { unaliased } from "../ast/AstWalk.ts"
import { keyText } from "../catalogue/KeyTexts.ts"
import { columnsOf, type Expr, selectPlan } from "../plan/Plan.ts"
import type { CallSite } from "../planning/CallSite.ts"
import type { ResolvedQuery } from "../planning/Planning.ts"
import type { SqlType } from "../types/SqlType.ts"
import { commonType, comparable, convert, noCommonType } from "../typing/Coerce.ts"
import { compare } from "../typing/NullRules.ts"
import { logical, predicate, truth, uint8 } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"

const membersOf = (ast: AstExpr): ReadonlyArray<AstExpr> =>
  ast._tag === "Tuple" ? ast.items : ast._tag === "Call" && ast.name === "tuple" ? ast.args : [ast]

/** `(a, b) IN ((1, 2), (3, 4))`: each member is equal, NULL to NULL. */
export const inTupleList = (site: CallSite, values: ReadonlyArray<Expr>, set: AstExpr): Expr => {
  const items = set._tag === "Array" ? set.items : membersOf(set)
  const isOne = items.every((item) => membersOf(unaliased(item)).length === 1)
  const tuples = isOne ? [items] : items.map((item) => membersOf(unaliased(item)))
  const found = tuples.map((members) => {
    if (members.length !== values.length) {
      return refuse(`The tuples of IN must have ${values.length} members, found ${members.length}`, set)
    }
    return logical(
      "and",
      members.map((member, i) => {
        const [a, b] = comparable(values[i] ?? truth(false), site.resolve(unaliased(member), site.place), site)
        return compare("equals", a, b, "wrapped", site)
      })
    )
  })
  return found.length === 0 ? truth(false) : logical("or", found)
}

const shared = (left: SqlType, right: SqlType, site: CallSite): SqlType =>
  commonType(left, right) ?? noCommonType(left, right, site)

/** `(a, b) IN (SELECT x, y)`: both sides as one text each. */
export const inTupleQuery = (site: CallSite, values: ReadonlyArray<Expr>, query: ResolvedQuery): Expr => {
  const columns = columnsOf(query.plan)
  if (columns.length !== values.length) {
    return refuse(`The sub-query of IN must have ${values.length} columns, found ${columns.length}`, site)
  }
  const leaf = makeDerivedLeaf(site.planning, {
    ...query,
    columns: query.columns.map((column, i) => ({ ...column, name: `${i}` }))
  }, undefined)
  const types = values.map(({ type }, i) => shared(type, columns[i]?.type ?? type, site))
  const members = types.map((type, i) => convert(leaf.field([`${i}`], site), type))
  return {
    _tag: "InSubquery",
    value: keyText(site, values.map((value, i) => convert(value, types[i] ?? value.type))),
    plan: selectPlan([{ name: "key", expr: keyText(site, members) }], { from: leaf.source() }),
    negated: false,
    type: uint8
  }
}

export const negatedIf = (negated: boolean, found: Expr): Expr => {
  if (!negated) return found
  return found._tag === "InSubquery" ? { ...found, negated: true } : predicate("not", found)
}
