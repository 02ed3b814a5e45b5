import type { SelectStatement, Span } from "../ast/Ast.ts"
import { type ExprKeys, makeExprKeys } from "../plan/ExprKeys.ts"
import { findAggregate, sizeOf } from "../plan/ExprMeasures.ts"
import type { Expr } from "../plan/Plan.ts"
import { childrenOf } from "../plan/PlanWalk.ts"
import type { JoinedArray } from "../planning/ArrayJoins.ts"
import type { Planning, Scope } from "../planning/Planning.ts"
import { scalar } from "../types/SqlType.ts"
import { logical, predicate } from "../typing/PlanExpr.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import type { Clauses } from "./Clauses.ts"

/** An expression with the place it was written at. */
interface Written {
  readonly expr: Expr
  readonly span: Span
}

/** Refuses a column that has several values in a group: it is neither in GROUP BY nor inside an aggregate. */
const checkGrouped = (
  planning: Planning,
  terms: ReadonlyArray<Written>,
  groupBy: ReadonlyArray<Expr>,
  late: ReadonlySet<string>
): void => {
  const keyOf = makeExprKeys("alike")
  const keys: ReadonlySet<ReturnType<ExprKeys>> = new Set(groupBy.map(keyOf))
  /** A field that the plan computes of columns, which are not keys by themselves. */
  const isComputedOf = (inner: ReadonlyArray<Expr>): boolean =>
    inner.length > 0 && inner.every(isColumn) && !inner.every((column) => keys.has(keyOf(column)))
  const check = ({ expr, span }: Written): void => {
    if (expr._tag === "Literal" || expr._tag === "Aggregate" || keys.has(keyOf(expr))) return
    if (expr._tag === "Column" && late.has(expr.source)) return
    const noted = planning.fields.get(expr)
    const inner = childrenOf(expr)
    if (isColumn(expr) || (noted !== undefined && isComputedOf(inner))) {
      const name = noted?.name ??
        (expr._tag === "Property" ? expr.path.join(".") : expr._tag === "Column" ? expr.name : "?")
      refuse(
        `Column '${name}' is not under aggregate function and not in GROUP BY keys`,
        noted ?? span,
        {
          code: "not_an_aggregate",
          hint: `Add GROUP BY ${name}, or take one value of each group, such as any(${name}) or max(${name}).`
        }
      )
    }
    for (const child of inner) check({ expr: child, span: noted ?? span })
  }
  terms.forEach(check)
}

const isColumn = (expr: Expr): boolean =>
  expr._tag === "Column" || (expr._tag === "Property" && expr.column._tag === "Column")

/** Whether the rows are groups, and the condition on groups. */
export interface Groups {
  readonly isAggregated: boolean
  readonly having: Expr | undefined
}

/** The groups of a SELECT; every column must have one value in a group. */
export const groupsOf = (
  scope: Scope,
  statement: SelectStatement,
  clauses: Clauses,
  late: ReadonlyArray<JoinedArray>
): Groups => {
  const { groupBy, having, items, limitBy, orderBy, qualify, where } = clauses
  const terms: ReadonlyArray<Written> = [
    ...items,
    ...orderBy,
    ...limitBy,
    ...late.map(({ array }) => ({ expr: array, span: statement })),
    ...having === undefined ? [] : [{ expr: having, span: statement.having ?? statement }],
    ...qualify === undefined ? [] : [{ expr: qualify, span: statement.qualify ?? statement }]
  ]
  for (const expr of [...terms.map(({ expr }) => expr), ...where, ...groupBy ?? []]) {
    scope.planning.spend(sizeOf(expr), statement)
  }
  if (groupBy === undefined && !scope.groups.isAggregated) return { isAggregated: false, having }
  checkGrouped(scope.planning, terms, groupBy ?? [], new Set(late.map(({ alias }) => alias)))
  const isSeen = groupBy !== undefined || terms.some(({ expr }) => findAggregate(expr) !== undefined)
  return { isAggregated: true, having: isSeen ? having : oneGroup(having) }
}

/** Folding left out every aggregate that was written: this one makes all rows one group in their place. */
const oneGroup = (having: Expr | undefined): Expr =>
  logical("and", [...having === undefined ? [] : [having], predicate("isNotNull", countRows)])

const countRows: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: scalar("UInt64") }
