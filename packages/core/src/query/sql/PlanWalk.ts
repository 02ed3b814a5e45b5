import type { Expr, SelectPlan, Source } from "./Plan.ts"

/** The expressions directly inside an expression; a subquery's own are not. */
export const childrenOf = (expr: Expr): ReadonlyArray<Expr> => {
  switch (expr._tag) {
    case "Literal":
    case "Column":
      return []
    case "Property":
      return [expr.column]
    case "Call":
    case "DateCall":
      return expr.args
    case "InList":
    case "InSubquery":
      return [expr.value]
    case "Aggregate":
      return expr.filter === undefined ? expr.args : [...expr.args, expr.filter]
  }
}

/** The argument at a place; a plan without it breaks its own rules. */
export const argument = (
  { args, fn }: { readonly fn: string; readonly args: ReadonlyArray<Expr> },
  index: number
): Expr => {
  const arg = args[index]
  if (arg === undefined) throw new Error(`The plan calls ${fn} without argument ${index + 1}`)
  return arg
}

/** Whether the expression or one inside it is such. */
export const contains = (expr: Expr, isSuch: (expr: Expr) => boolean): boolean =>
  isSuch(expr) || childrenOf(expr).some((child) => contains(child, isSuch))

/** The aliases of the sources that the expression reads. */
export const sourcesRead = (expr: Expr, into: Array<string> = []): ReadonlyArray<string> => {
  if (expr._tag === "Column") into.push(expr.source)
  else for (const child of childrenOf(expr)) sourcesRead(child, into)
  return into
}

/** The aliases that a source brings. */
export const aliasesOf = (source: Source): ReadonlyArray<string> =>
  source._tag === "Join" ? [...aliasesOf(source.left), ...aliasesOf(source.right)] : [source.alias]

const isAggregate = (expr: Expr): boolean => expr._tag === "Aggregate"

/** Whether a SELECT aggregates: then, without keys, all its rows are one group. */
export const hasAggregate = (plan: SelectPlan): boolean =>
  [...plan.select, ...plan.orderBy].some(({ expr }) => contains(expr, isAggregate))
  || (plan.having !== undefined && contains(plan.having, isAggregate))

type Scan = Extract<Source, { readonly _tag: "Scan" }>

const scansOfExpr = (expr: Expr): ReadonlyArray<Scan> => {
  const inside = childrenOf(expr).flatMap(scansOfExpr)
  return expr._tag === "InSubquery" ? [...inside, ...scansOf(expr.plan)] : inside
}

const scansOfSource = (source: Source): ReadonlyArray<Scan> => {
  switch (source._tag) {
    case "Scan":
      return [source]
    case "Subquery":
      return scansOf(source.plan)
    case "Join":
      return [
        ...scansOfSource(source.left),
        ...scansOfSource(source.right),
        ...optional(source.on).flatMap(scansOfExpr)
      ]
  }
}

const optional = (expr: Expr | undefined): ReadonlyArray<Expr> => expr === undefined ? [] : [expr]

/** Every scan of the plan, those of its subqueries included. */
export const scansOf = (plan: SelectPlan): ReadonlyArray<Scan> => {
  const exprs = [
    ...optional(plan.where),
    ...(plan.groupBy ?? []),
    ...optional(plan.having),
    ...plan.select.map(({ expr }) => expr),
    ...plan.orderBy.map(({ expr }) => expr)
  ]
  return [...(plan.from === undefined ? [] : scansOfSource(plan.from)), ...exprs.flatMap(scansOfExpr)]
}
