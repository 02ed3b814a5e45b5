import type { SetStatement, Span, Statement } from "../ast/Ast.ts"
import {
  columnAt,
  columnCount,
  type QueryPlan,
  type SelectPlan,
  selectPlan,
  type SetPlan,
  type SourceColumn
} from "../plan/Plan.ts"
import type { CommonTables, Planning, ResolvedQuery } from "../planning/Planning.ts"
import { type SqlType, withNullable } from "../types/SqlType.ts"
import type { Steps } from "../types/Steps.ts"
import { commonType, noCommonType } from "../typing/Coerce.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { castColumns } from "./CastColumns.ts"
import { orderTerms, rowCount } from "./Clauses.ts"
import { commonTables } from "./CommonTables.ts"
import { makeDerivedLeaf } from "./DerivedLeaf.ts"
import { passedColumn } from "./ExprSize.ts"
import { scopeOf } from "./Scope.ts"

const operators: Readonly<Record<SetStatement["operator"], SetPlan["operator"]>> = {
  "union all": "union all",
  "union distinct": "union",
  intersect: "intersect",
  "intersect distinct": "intersect",
  except: "except"
}

/** A set operation. The WITH of its first SELECT is visible in all of it; its order and limit bind to the whole. */
export function* resolveSet(planning: Planning, statement: SetStatement, outer: CommonTables): Steps<ResolvedQuery> {
  planning.spend(50, statement)
  planning.enterQuery(statement)
  const tables = commonTables(firstWith(statement), outer, statement)
  const branches = branchesOf(statement)
  const inputs: Array<ResolvedQuery> = []
  for (const branch of branches) {
    inputs.push(yield* planning.selectInSteps(branch === branches[0] ? withoutWith(branch) : branch, tables))
  }
  const whole = combined(planning, operators[statement.operator], inputs, branches, statement)
  planning.leaveQuery()
  return statement.orderBy.length === 0 && statement.limit === undefined && statement.offset === undefined
    ? whole
    : around(planning, whole, statement, tables)
}

/** Branches of one operator side by side: a long union is no deep one. */
const branchesOf = (statement: SetStatement): ReadonlyArray<Statement> => {
  const branches: Array<Statement> = [statement.right]
  const operator = operators[statement.operator]
  let left: Statement = statement.left
  while (
    left._tag === "Set" && operators[left.operator] === operator && left.orderBy.length === 0
    && left.limit === undefined && left.offset === undefined
  ) {
    branches.push(left.right)
    left = left.left
  }
  branches.push(left)
  return branches.reverse()
}

const firstWith = (statement: Statement): ReturnType<typeof withOf> => {
  let first = statement
  while (first._tag === "Set") first = first.left
  return withOf(first)
}

const withOf = (statement: Extract<Statement, { readonly _tag: "Select" }>) => statement.with

/** The first branch without the WITH that was taken for all. */
const withoutWith = (statement: Statement): Statement =>
  statement._tag === "Select" ? { ...statement, with: [] } : { ...statement, left: withoutWith(statement.left) }

const combined = (
  planning: Planning,
  operator: SetPlan["operator"],
  inputs: ReadonlyArray<ResolvedQuery>,
  branches: ReadonlyArray<Statement>,
  span: Span
): ResolvedQuery => {
  const [first, ...others] = inputs
  if (first === undefined) return refuse("A set operation has no queries", span)
  others.forEach((other, i) => {
    if (other.columns.length === first.columns.length) return
    refuse(
      `The queries of ${operator.toUpperCase()} have ${first.columns.length} and ${other.columns.length} columns`,
      branches[i + 1] ?? span
    )
  })
  const columns = first.columns.map(({ type }, i): SourceColumn => ({
    name: `c${i}`,
    type: others.reduce((type, other, at) => {
      const next = other.columns[i]?.type ?? type
      const common = commonType(type, next) ?? noCommonType(type, next, branches[at + 1] ?? span)
      return withNullable(common, type.nullable || next.nullable)
    }, type)
  }))
  const plans = inputs.map((input, i) => castColumns(planning, input, columns, branches[i] ?? span))
  const shown: Array<SourceColumn> = [...columns]
  const plan: SetPlan = { _tag: "Set", operator, columns: shown, inputs: plans }
  return {
    plan,
    columns: first.columns.map(({ name }, i) => ({ name, type: columns[i]?.type ?? first.columns[i]?.type ?? none })),
    document: operator === "union all" ? unionDocument(inputs, plans, shown) : () => undefined
  }
}

const none: SqlType = { kind: "Nothing", nullable: true }

/** The property of a document that every branch selects unchanged: each branch selects that too. */
const unionDocument = (
  inputs: ReadonlyArray<ResolvedQuery>,
  plans: ReadonlyArray<QueryPlan>,
  shown: Array<SourceColumn>
): ResolvedQuery["document"] => {
  // Branches that had to be converted have other columns than their queries, and others lie in different places.
  const isPlain = inputs.every((input, i) => input.plan === plans[i])
  const added = new Map<string, SourceColumn | undefined>()
  return (index, path) => {
    const key = JSON.stringify([index, path])
    if (!isPlain || added.has(key)) return added.get(key)
    const counts = new Set(plans.map((plan) => columnCount(plan)))
    const read = counts.size === 1 ? inputs.map((input) => input.document(index, path)) : []
    const isRead = read.length > 0 && read.every((column) => column !== undefined)
    const after = new Set(plans.map((plan) => columnCount(plan)))
    const type = read.find((column) => column !== undefined)?.type
    if (!isRead || after.size !== 1 || type === undefined) {
      added.set(key, undefined)
      return undefined
    }
    const nullable = read.some((column) => column?.type.nullable ?? false)
    const column = { name: `c${shown.length}`, type: withNullable(type, nullable) }
    shown.push(column)
    added.set(key, column)
    return column
  }
}

/** ORDER BY, LIMIT and OFFSET over the rows of a set. */
const around = (
  planning: Planning,
  whole: ResolvedQuery,
  statement: SetStatement,
  tables: CommonTables
): ResolvedQuery => {
  planning.spend(passedColumn * whole.columns.length, statement)
  const leaf = makeDerivedLeaf(planning, whole, undefined)
  const scope = scopeOf(planning, tables, [leaf])
  const named = new Set<string>()
  const items = whole.columns.map(({ name }, i) => {
    const column = columnAt(whole.plan, i)
    const source = leaf.source()
    const alias = source._tag === "Subquery" ? source.alias : ""
    const read = !named.has(name)
    named.add(name)
    return {
      name,
      expr: read || column === undefined
        ? leaf.field([name], statement)
        : { _tag: "Column" as const, source: alias, name: column.name, type: column.type },
      span: statement
    }
  })
  const select = items.map(({ expr }, i) => ({ name: columnAt(whole.plan, i)?.name ?? `c${i}`, expr }))
  const plan: SelectPlan = selectPlan(select, {
    from: leaf.source(),
    orderBy: statement.orderBy.flatMap((term) => orderTerms(scope, term, items, false))
      .map(({ descending, expr }) => ({ descending, expr })),
    limit: statement.limit === undefined ? undefined : rowCount(scope, statement.limit, "LIMIT"),
    offset: statement.offset === undefined ? 0 : rowCount(scope, statement.offset, "OFFSET")
  })
  return { plan, columns: whole.columns, document: () => undefined }
}
