import type { AstExpr } from "../ast/Ast.ts"
import { parametricAggregates } from "../catalogue/CatalogueAggregates.ts"
import { findWindowEntry } from "../catalogue/CatalogueWindows.ts"
import { nowhere } from "../catalogue/Tiers.ts"
import type { Expr } from "../plan/Plan.ts"
import { CallSite, type FunctionEntry } from "../planning/CallSite.ts"
import { written } from "../planning/Described.ts"
import type { Functions, Place, Scope } from "../planning/Planning.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { wanted } from "./Arity.ts"
import { termsOf } from "./Clauses.ts"
import { combined } from "./Combinators.ts"
import { existsAsIn } from "./Correlated.ts"
import { groupingOf } from "./GroupingSets.ts"
import { aggregateOver } from "./ResolveAggregate.ts"
import { resolveWindow, specOf } from "./ResolveWindow.ts"

type CallAst = Extract<AstExpr, { readonly _tag: "Call" }>
type Resolve = (ast: AstExpr, place: Place) => Expr

/** The value of a call: a function, an aggregate, or a refusal by name. */
export const resolveCall = (around: Scope, ast: CallAst, at: Place, resolve: Resolve, first?: Expr): Expr => {
  refuseLacking(around, ast)
  if (/^grouping$/i.test(ast.name)) return groupingOf(around, ast, at)
  const apart = ast.name.toLowerCase() === "exists" ? existsAsIn(around, ast) : undefined
  if (apart !== undefined) return resolve(apart, at)
  const scope = orderedScope(around, ast, at, resolve)
  const over = ast.over === undefined ? undefined : specOf(scope, ast.over.window, ast, at)
  const known = over === undefined
    ? aggregateOver(scope, ast, at, resolve)
    : resolveWindow(scope, ast, over, at, resolve)
  if (known !== undefined) return known
  const { functions } = scope.planning
  const entry = functions.find(ast.name)
  const made = entry === undefined ? combined(scope, ast, at, resolve) : undefined
  if (made !== undefined) return made
  if (over !== undefined && entry?.aggregates !== true) {
    return refuse(`Function '${ast.name}' is no window function and no aggregate`, ast)
  }
  if (entry === undefined || (entry.params !== "optional" && (ast.params !== undefined) !== (entry.params === true))) {
    return unknown(ast, functions)
  }
  if (ast.distinct) return refuse(`DISTINCT is not supported in function '${ast.name}'`, ast)
  checkArity(entry, ast)
  return entry.lower(new CallSite(ast.name, ast.args, ast, scope, at, resolve, first, ast.params, over))
}

/** Aggregates that are lists of the rows, in an optional order. */
const listAggregates: ReadonlySet<string> = new Set([
  "array_agg",
  "array_aggIf",
  "groupArray",
  "groupArrayIf",
  "string_agg",
  "string_aggIf"
])

/** Inside the call the rows have its order. */
const orderedScope = (scope: Scope, ast: CallAst, at: Place, resolve: Resolve): Scope => {
  const { orderBy } = ast
  if (orderBy === undefined) return scope
  if (!listAggregates.has(ast.name) || ast.distinct || ast.over !== undefined) {
    return refuse(`ORDER BY is not supported in '${ast.name}' as it is written here`, ast)
  }
  const inside = { ...at, aggregate: ast.name }
  const terms = orderBy.flatMap((term) => termsOf(resolve(term.expr, inside), term))
  return { ...scope, resolved: new Map(), rowOrder: () => terms.map(({ descending, expr }) => ({ descending, expr })) }
}

/** Refuses a function that the dialect has and the engine has not. */
const refuseLacking = ({ planning }: Scope, ast: CallAst): void => {
  const { engine, lacks } = planning.abilities
  const name = lacks.size === 0 ? undefined : planning.functions.nameOf(ast.name)
  if (name !== undefined && lacks.has(name)) refuse(`Function '${ast.name}' is not supported by ${engine}`, ast)
}

const unknown = (ast: CallAst, functions: Functions): never => {
  if (findWindowEntry(ast.name) !== undefined) {
    return refuse(`Function '${ast.name}' needs OVER`, ast, {
      hint: `Say over which rows: ${ast.name}(…) OVER (PARTITION BY person_id ORDER BY timestamp).`
    })
  }
  if (parametricAggregates.has(ast.name) && ast.params === undefined) {
    return refuse(`Aggregation '${ast.name}' requires parameters in addition to arguments`, ast, {
      hint: `Parameters stand in parentheses of their own: ${ast.name}(0.9)(x).`
    })
  }
  const reason = Object.hasOwn(nowhere, ast.name) ? nowhere[ast.name] : undefined
  if (reason !== undefined) return refuse(`Unsupported function call '${ast.name}(...)': ${reason}`, ast)
  const close = functions.suggest(ast.name)
  const hint = close === undefined || close === ast.name ? "" : ` Perhaps you meant '${close}(...)'?`
  return refuse(`Unsupported function call '${ast.name}(...)'${hint ? `.${hint}` : ""}`, ast, {
    hint: hint === "" ? undefined : hint.trim()
  })
}

const checkArity = ({ comparison, max, min, parameters }: FunctionEntry, ast: CallAst): void => {
  const count = ast.args.length
  if (count >= min && count <= max) return
  if (comparison === true) refuse(`Comparison '${ast.name}' requires exactly two arguments`, ast)
  refuse(`Function '${ast.name}' requires ${wanted(min, max)}, found ${count}`, ast, {
    hint: `It is written ${written(ast.name, parameters)}; docs/sql-functions.md has an example.`
  })
}
