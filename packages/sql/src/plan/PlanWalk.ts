import type { Expr, Order } from "./Expr.ts"
import type { QueryPlan, SelectPlan, Source } from "./Plan.ts"

const optional = (expr: Expr | undefined): ReadonlyArray<Expr> => expr === undefined ? [] : [expr]

const termsOf = (terms: ReadonlyArray<Order> = []): ReadonlyArray<Expr> => terms.map(({ expr }) => expr)

/** The expressions directly inside an expression; a subquery's own are not. */
export const childrenOf = (expr: Expr): ReadonlyArray<Expr> => {
  switch (expr._tag) {
    case "Literal":
    case "Column":
    case "Ref":
    case "ScalarSubquery":
    case "Exists":
      return []
    case "Property":
      return [expr.column]
    case "Call":
    case "DateCall":
      return expr.args
    case "InList":
    case "InSubquery":
      return [expr.value]
    case "Let":
      return [...expr.bindings.map(({ value }) => value), expr.body]
    case "Lambda":
      return [expr.body]
    case "Aggregate":
      return expr.filter === undefined && expr.orderBy === undefined
        ? expr.args
        : [...expr.args, ...optional(expr.filter), ...termsOf(expr.orderBy)]
    case "Window":
      return [...expr.args, ...optional(expr.filter), ...expr.partitionBy, ...termsOf(expr.orderBy)]
  }
}

/** The query directly inside an expression. */
export const queryOf = (expr: Expr): QueryPlan | undefined =>
  expr._tag === "InSubquery" || expr._tag === "ScalarSubquery" || expr._tag === "Exists" ? expr.plan : undefined

/** The argument at a place; a plan without it breaks its own rules. */
export const argument = (
  { args, fn }: { readonly fn: string; readonly args: ReadonlyArray<Expr> },
  index: number
): Expr => {
  const arg = args[index]
  if (arg === undefined) throw new Error(`The plan calls ${fn} without argument ${index + 1}`)
  return arg
}

/** Calls `visit` with the expression and all inside it, however deep they are; not with those of subqueries. */
export const visitExprs = (root: Expr, visit: (expr: Expr) => void): void => {
  const open = [root]
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    visit(expr)
    const children = childrenOf(expr)
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (child !== undefined) open.push(child)
    }
  }
}

/** Whether the expression or one inside it is such. */
export const contains = (root: Expr, isSuch: (expr: Expr) => boolean): boolean => {
  const open = [root]
  for (let expr = open.pop(); expr !== undefined; expr = open.pop()) {
    if (isSuch(expr)) return true
    open.push(...childrenOf(expr))
  }
  return false
}

/**
 * Calls `visit` with every expression that is not done, those inside before those around. The inner results are then
 * known: a fold that keeps them needs no stack of the expression's depth.
 */
export const visitInnerFirst = (
  root: Expr,
  isDone: (expr: Expr) => boolean,
  visit: (expr: Expr, inner: ReadonlyArray<Expr>) => void
): void => {
  const open: Array<{ readonly expr: Expr; readonly inner: ReadonlyArray<Expr>; next: number }> = []
  if (!isDone(root)) open.push({ expr: root, inner: childrenOf(root), next: 0 })
  for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
    const child = last.inner[last.next++]
    if (child !== undefined) {
      if (!isDone(child)) open.push({ expr: child, inner: childrenOf(child), next: 0 })
      continue
    }
    open.pop()
    if (!isDone(last.expr)) visit(last.expr, last.inner)
  }
}

/** The aliases of the sources that the expression reads. */
export const sourcesRead = (expr: Expr): ReadonlyArray<string> => {
  const read: Array<string> = []
  visitExprs(expr, (one) => {
    if (one._tag === "Column") read.push(one.source)
  })
  return read
}

/** The aliases that a source brings. */
export const aliasesOf = (source: Source): ReadonlyArray<string> => {
  switch (source._tag) {
    case "Join":
      return [...aliasesOf(source.left), ...aliasesOf(source.right)]
    case "ArrayJoin":
      return [...aliasesOf(source.source), source.alias]
    default:
      return [source.alias]
  }
}

/** The expressions of the clauses of a SELECT. */
export const exprsOf = (plan: SelectPlan): ReadonlyArray<Expr> => [
  ...optional(plan.where),
  ...plan.groupBy ?? [],
  ...optional(plan.having),
  ...plan.select.map(({ expr }) => expr),
  ...termsOf(plan.orderBy),
  ...plan.limitBy?.by ?? []
]

/** The expressions directly in a source. */
export const exprsOfSource = (source: Source): ReadonlyArray<Expr> => {
  switch (source._tag) {
    case "Join":
      return optional(source.on)
    case "ArrayJoin":
      return source.items.map(({ expr }) => expr)
    default:
      return []
  }
}

/** The sources directly inside a source. */
export const sourcesIn = (source: Source): ReadonlyArray<Source> => {
  switch (source._tag) {
    case "Join":
      return [source.left, source.right]
    case "ArrayJoin":
      return [source.source]
    default:
      return []
  }
}

/** The queries directly inside one: common tables first, then the parts of a set or a recursion. */
export const queriesIn = (plan: QueryPlan): ReadonlyArray<QueryPlan> => {
  const tables = (plan.with ?? []).map((table) => table.plan)
  if (plan._tag === "Set") return [...tables, ...plan.inputs]
  return plan._tag === "Recursive" ? [...tables, plan.base, plan.step] : tables
}

const insides = new WeakMap<Expr, ReadonlyArray<QueryPlan>>()

/** The queries inside an expression, those inside them excluded; found once for each expression that is asked for. */
const queriesInside = (root: Expr): ReadonlyArray<QueryPlan> => {
  const known = insides.get(root)
  if (known !== undefined) return known
  const found: Array<QueryPlan> = []
  visitExprs(root, (expr) => {
    const query = queryOf(expr)
    if (query !== undefined) found.push(query)
  })
  insides.set(root, found)
  return found
}

interface Visitor {
  readonly source?: (source: Source) => void
  readonly expr?: (expr: Expr) => void
  readonly query?: (plan: QueryPlan) => void
}

/** Calls the functions with every query, source and expression of the plan, each once. */
export const visitPlan = (root: QueryPlan, visitor: Visitor): void => {
  const plans = [root]
  const visitExpr = (expr: Expr): void => {
    if (visitor.expr !== undefined) visitExprs(expr, visitor.expr)
    plans.push(...queriesInside(expr))
  }
  const visitSource = (source: Source): void => {
    visitor.source?.(source)
    if (source._tag === "Subquery") plans.push(source.plan)
    exprsOfSource(source).forEach(visitExpr)
    sourcesIn(source).forEach(visitSource)
  }
  for (let plan = plans.pop(); plan !== undefined; plan = plans.pop()) {
    visitor.query?.(plan)
    plans.push(...queriesIn(plan))
    if (plan._tag !== "Select") continue
    if (plan.from !== undefined) visitSource(plan.from)
    exprsOf(plan).forEach(visitExpr)
  }
}

type Scan = Extract<Source, { readonly _tag: "Scan" }>

/** Every scan of the plan, those of its subqueries included. */
export const scansOf = (plan: QueryPlan): ReadonlyArray<Scan> => {
  const scans: Array<Scan> = []
  visitPlan(plan, {
    source: (source) => {
      if (source._tag === "Scan") scans.push(source)
    }
  })
  return scans
}
