import type { CommonTable, Span, Statement } from "../ast/Ast.ts"
import { freeTables } from "../ast/FreeTables.ts"
import { columnsOf, maximumRounds, type RecursivePlan } from "../plan/Plan.ts"
import type { CommonTables, NamedTable, Planning, ResolvedQuery, ResolvedTable } from "../planning/Planning.ts"
import { isInteger, scalar, withNullable } from "../types/SqlType.ts"
import type { Steps } from "../types/Steps.ts"
import { commonType, noCommonType } from "../typing/Coerce.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { checkAlias } from "./Aliases.ts"
import { castColumns } from "./CastColumns.ts"
import { maximumCommonTables, tooComplex } from "./ExprSize.ts"

type CteQuery = Extract<CommonTable, { readonly _tag: "CteQuery" }>

/** The tables visible after a WITH: each sees those before it. */
export const commonTables = (
  tables: ReadonlyArray<CommonTable>,
  outer: CommonTables,
  span: Span
): CommonTables => {
  if (tables.length === 0) return outer
  if (outer.count + tables.length > maximumCommonTables) return tooComplex(span)
  const places = new Map<string, Array<number>>()
  const named: Array<NamedTable> = []
  let [within, { count }] = [outer, outer]
  tables.forEach((table, i) => {
    checkAlias(table.name, table)
    named.push({ table, within, recursive: table._tag === "CteQuery" && table.recursive })
    const known = places.get(table.name)
    if (known === undefined && outer.find(table.name) === undefined) count++
    places.set(table.name, [...known ?? [], i])
    within = before(i + 1, { named, places, outer, count })
  })
  return within
}

interface With {
  readonly named: ReadonlyArray<NamedTable>
  /** The places of each name, in their order. */
  readonly places: ReadonlyMap<string, ReadonlyArray<number>>
  readonly outer: CommonTables
  readonly count: number
}

/** The tables of a WITH before a place of it, and those around it. No list of them is made until one is asked for. */
const before = (end: number, { count, named, outer, places }: With): CommonTables => ({
  find: (name) => named[places.get(name)?.findLast((place) => place < end) ?? -1] ?? outer.find(name),
  names: () => [...new Set([...outer.names(), ...named.slice(0, end).map(({ table }) => table.name)])],
  count
})

/** The query that a name of WITH stands for, resolved when it is first named and never again. */
export function* namedQuery(
  planning: Planning,
  { recursive, table, within }: NamedTable
): Steps<ResolvedTable | undefined> {
  if (table._tag !== "CteQuery") return undefined
  const known = planning.resolvedTables.get(table)
  if (known !== undefined) return known
  const parts = recursive ? recursiveParts(table) : undefined
  const resolved = parts === undefined
    ? yield* plainTable(planning, table, within)
    : yield* recursiveTable(planning, table, parts, within)
  planning.resolvedTables.set(table, resolved)
  return resolved
}

function* plainTable(planning: Planning, table: CteQuery, within: CommonTables): Steps<ResolvedTable> {
  const query = yield* planning.selectInSteps(table.query, within)
  const name = planning.nextAlias(table.name)
  planning.tables.push({ name, plan: query.plan })
  return { name, query }
}

interface Parts {
  readonly base: Statement
  readonly step: Statement
}

/** A query that names itself is `base UNION ALL step`; one that does not is as any other. */
const recursiveParts = ({ name, query }: CteQuery): Parts | undefined => {
  if (!namesTable(query, name)) return undefined
  if (query._tag !== "Set" || query.operator !== "union all" || namesTable(query.left, name)) {
    return refuse("A recursive query is a SELECT, UNION ALL, and a SELECT that reads the query itself", query)
  }
  if (query.orderBy.length > 0 || query.limit !== undefined || query.offset !== undefined) {
    return refuse("A recursive query takes no ORDER BY, LIMIT or OFFSET, but the query that reads it does", query)
  }
  return { base: query.left, step: query.right }
}

/** Whether a query names the table anywhere, and no WITH of its own hides it there. */
const namesTable = (root: Statement, name: string): boolean => {
  for (const { path } of freeTables(root)) if (path.length === 1 && path[0] === name) return true
  return false
}

function* recursiveTable(
  planning: Planning,
  table: CteQuery,
  { base, step }: Parts,
  within: CommonTables
): Steps<ResolvedTable> {
  const first = yield* planning.selectInSteps(base, within)
  const name = planning.nextAlias(table.name)
  // A round may give NULL where the first one does not, and larger integers.
  const columns = columnsOf(first.plan).slice(0, first.columns.length).map(({ name, type }) => ({
    name,
    type: withNullable(isInteger(type) ? scalar("Int64") : type, true)
  }))
  const start: ResolvedQuery = {
    plan: castColumns(planning, { ...first, document: () => undefined }, columns, base),
    columns: first.columns.map((column, i) => ({ ...column, type: columns[i]?.type ?? column.type })),
    document: () => undefined
  }
  planning.resolvedTables.set(table, { name, query: start })
  const itself: NamedTable = { table, within, recursive: true }
  const inner = before(1, {
    named: [itself],
    places: new Map([[table.name, [0]]]),
    outer: within,
    count: within.count + 1
  })
  const next = yield* planning.selectInSteps(step, inner)
  if (next.columns.length !== first.columns.length) {
    return refuse(
      `The parts of a recursive query have ${first.columns.length} and ${next.columns.length} columns`,
      step
    )
  }
  next.columns.forEach(({ type }, i) => {
    const wanted = columns[i]?.type ?? type
    if (commonType(wanted, type)?.kind !== wanted.kind) noCommonType(wanted, type, step)
  })
  const plan: RecursivePlan = {
    _tag: "Recursive",
    columns: columnsOf(start.plan),
    base: start.plan,
    step: castColumns(planning, next, columns, step),
    rounds: maximumRounds
  }
  planning.tables.push({ name, plan })
  return { name, query: { ...start, plan } }
}
