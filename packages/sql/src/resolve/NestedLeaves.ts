import { makeExprKeys } from "../plan/ExprKeys.ts"
import { type Expr, type Selected, selectPlan, type Source } from "../plan/Plan.ts"
import type { Leaf } from "../planning/Leaf.ts"
import type { Planning } from "../planning/Planning.ts"
import { isComposite, withNullable } from "../types/SqlType.ts"
import { call, literal, uint8 } from "../typing/PlanExpr.ts"

interface From {
  readonly leaves: ReadonlyArray<Leaf>
  readonly source: () => Source
  readonly where?: Expr
}

/** The tables of a FROM inside a query of their own, which selects what is read of them. */
export const nestedLeaves = (planning: Planning, from: From): From => {
  const alias = planning.nextAlias("side")
  const keyOf = makeExprKeys()
  const select: Array<Selected> = []
  const names = new Map<number, string>()
  const nameOf = (expr: Expr): string => {
    const known = names.get(keyOf(expr))
    if (known !== undefined) return known
    const name = `c${select.length}`
    select.push({ name, expr })
    names.set(keyOf(expr), name)
    return name
  }
  const source = (): Source => {
    // A query selects something, even if nothing reads it.
    if (select.length === 0) select.push({ name: "one", expr: literal(1, uint8) })
    return { _tag: "Subquery", plan: selectPlan(select, { from: from.source(), where: from.where }), alias }
  }
  let nullable = false
  const nested = (leaf: Leaf): Leaf => {
    const { merges } = leaf
    return {
      ...leaf,
      ...(merges === undefined
        ? {}
        : { merges: new Map(Array.from(merges, ([name, other]) => [name, nested(other)])) }),
      makeNullable: () => {
        nullable = true
      },
      field: (path, span) => {
        const expr = leaf.field(path, span)
        const type = withNullable(expr.type, expr.type.nullable || nullable)
        const column: Expr = { _tag: "Column", source: alias, name: nameOf(expr), type }
        return nullable && isComposite(type) ? call("orEmpty", [column], type) : column
      },
      aliases: () => [alias],
      source
    }
  }
  return { leaves: from.leaves.map(nested), source }
}
