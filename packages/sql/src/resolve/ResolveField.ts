import type { AstExpr, Span } from "../ast/Ast.ts"
import { findAggregate, sizeOf } from "../plan/ExprMeasures.ts"
import type { Expr } from "../plan/Plan.ts"
import type { Place, Scope } from "../planning/Planning.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { maximumDepth, tooComplex } from "./ExprSize.ts"
import { propertyOf } from "./PropertyOf.ts"
import { takesAggregates } from "./Scope.ts"
import { unknownField, unresolvedField } from "./UnknownNames.ts"
import { leavesOf, sharedField } from "./UsingColumns.ts"

type Path = readonly [string, ...ReadonlyArray<string>]
type Resolve = (ast: AstExpr, place: Place) => Expr

/** The value a name stands for: a table's field, an alias of the SELECT, a field of any table, or a WITH expression. */
export const resolveField = (scope: Scope, path: Path, at: Place, span: Span, resolve: Resolve): Expr => {
  const [first, second, ...rest] = path
  const param = scope.params.get(first)
  if (param !== undefined) return propertyOf(scope.planning, param, path.slice(1), first, span)
  const leaf = second === undefined ? undefined : scope.leaves.find(({ name }) => name === first)
  const expr = leaf !== undefined && second !== undefined
    ? leaf.has(second) ? leaf.field([second, ...rest], span) : unknownField(second, leaf.star, span)
    : fromAlias(scope, path, at, span, resolve) ?? fromLeaves(scope, path, span) ??
      fromCommonTable(scope, path, at, span, resolve) ?? asNamed(path, at, span, resolve) ??
      unresolved(scope, path, span)
  // An alias keeps the place of the field it stands for.
  if (!scope.planning.fields.has(expr)) {
    scope.planning.fields.set(expr, { name: path.join("."), start: span.start, end: span.end })
  }
  return expr
}

const fromAlias = (scope: Scope, [name, ...path]: Path, at: Place, span: Span, resolve: Resolve): Expr | undefined => {
  const ast = scope.aliases.get(name)
  if (ast === undefined || scope.open.has(name)) return undefined
  const expr = scope.resolved.get(name) ??
    define(scope, name, span, () => resolve(ast, { ...at, aggregate: undefined, clause: "SELECT" }))
  scope.resolved.set(name, expr)
  scope.planning.spend(sizeOf(expr), span)
  if (findAggregate(expr) !== undefined && !takesAggregates(at) && scope.leaves.some((leaf) => leaf.has(name))) {
    return undefined
  }
  return propertyOf(scope.planning, expr, path, name, span)
}

const define = (scope: Scope, name: string, span: Span, resolve: () => Expr): Expr => {
  if (scope.open.size >= maximumDepth.names) return tooComplex(span)
  scope.open.add(name)
  const expr = resolve()
  scope.open.delete(name)
  return expr
}

const fromLeaves = (scope: Scope, path: Path, span: Span): Expr | undefined => {
  const known = leavesOf(scope.leaves, path[0])
  const hiding = known.filter(({ hides }) => hides === true)
  const [leaf, ...others] = hiding.length > 0 ? hiding : known
  if (others.length > 0) {
    const names = known.flatMap(({ name }) => name === undefined ? [] : [`${name}.${path[0]}`])
    return refuse(`Ambiguous query. Found multiple sources for field: ${path[0]}`, span, {
      hint: `Write the table before it: ${names.join(" or ")}.`
    })
  }
  return leaf === undefined ? undefined : sharedField(leaf, path, span)
}

const fromCommonTable = (
  scope: Scope,
  [name, ...path]: Path,
  at: Place,
  span: Span,
  resolve: Resolve
): Expr | undefined => {
  const found = scope.tables.find(name)
  if (found === undefined || found.table._tag !== "CteExpr" || scope.open.has(`with ${name}`)) return undefined
  const ast = found.table.expr
  const expr = define(scope, `with ${name}`, span, () => resolve(ast, at))
  scope.planning.spend(sizeOf(expr), span)
  return propertyOf(scope.planning, expr, path, name, span)
}

/** `CURRENT_DATE`, which is a call without brackets. */
const asNamed = ([name, ...more]: Path, at: Place, { end, start }: Span, resolve: Resolve): Expr | undefined =>
  more.length === 0 && /^current_(?:date|timestamp)$/i.test(name)
    ? resolve(
      {
        _tag: "Call",
        name: name.toLowerCase(),
        args: [],
        params: undefined,
        distinct: false,
        over: undefined,
        start,
        end
      },
      at
    )
    : undefined

const unresolved = (scope: Scope, [name, ...rest]: Path, span: Span): never => {
  const isTable = scope.leaves.some((leaf) => leaf.name === name)
  if (isTable) {
    return refuse(`Can't select a table when a column is expected: ${name}`, span, {
      hint: `Name a field of it: ${name}.…`
    })
  }
  // The last names are those of this query itself.
  if (rest.length > 0 && scope.planning.around.slice(0, -1).some((names) => names.includes(name))) {
    return refuse(`A sub-query cannot see the query around it: ${name} is a table of that`, span, {
      hint: "It may compare with that by equalities of its WHERE alone, in EXISTS and IN without aggregates and "
        + "arrayJoin: WHERE inside.key = outside.key AND …. "
        + `Otherwise group the sub-query by the key, and join it: LEFT JOIN (SELECT key, … GROUP BY key) AS s ON s.key = ${name}.key.`
    })
  }
  const known = [...scope.leaves.flatMap(({ star }) => star), ...scope.aliases.keys()]
  return unresolvedField(
    name,
    known,
    rest.length > 0 ? scope.leaves.flatMap((leaf) => leaf.name ?? []) : [],
    span,
    scope.planning.schema.hints
  )
}
