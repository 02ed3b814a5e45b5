import { makeExprKeys } from "../plan/ExprKeys.ts"
import { hasAggregate } from "../plan/ExprMeasures.ts"
import type { Expr, QueryPlan } from "../plan/Plan.ts"
import { contains } from "../plan/PlanWalk.ts"
import { charactersOfStep, makeSelectRenderer } from "../render/RenderSelect.ts"
import { isComposite } from "../types/SqlType.ts"
import { atOnce, type Steps } from "../types/Steps.ts"
import { chType, nullableChType } from "./ChType.ts"
import { columnsRead } from "./ColumnsRead.ts"
import { isConstant, isNeverKnown } from "./Constants.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import { orderTerm } from "./functions/Aggregates.ts"
import { oneOfEqual, oneOfEqualValue } from "./functions/OneOfEqual.ts"
import { lacksOnlyUuids } from "./LookupJoins.ts"
import { materializedTables } from "./MaterializedTables.ts"
import { Parameters, type Rendered } from "./Parameters.ts"
import { quantileLevels } from "./QuantileLevels.ts"
import { exprRenderer } from "./RenderExpr.ts"
import type { Statement } from "./RenderScan.ts"
import { renderFrom } from "./RenderSource.ts"
import { joinSettings, planSettings, type Settings } from "./Settings.ts"
import { Sources } from "./Sources.ts"
import { sqlText } from "./SqlText.ts"
import { transport } from "./Transport.ts"

/**
 * The keys with a name each, by which SELECT, HAVING and ORDER BY call them. Constants have none: they may stand
 * anywhere, and ClickHouse can lose the name of one while it computes it. A key that a constant makes NULL is written
 * as NULL.
 */
const renderKeys = (keys: ReadonlyArray<Expr>, rows: ExprRenderer, statement: Statement) => {
  const names = new Map<number, string>()
  const texts = keys.flatMap((key) => {
    const id = statement.exprKey(key)
    if (names.has(id)) return []
    if (isNeverKnown(key) && !isComposite(key.type)) {
      const never = `CAST(NULL, ${sqlText(nullableChType(key.type))})`
      names.set(id, never)
      return [never]
    }
    const text = oneOfEqual(key, rows.value(key))
    if (isConstant(key)) return [text]
    const name = statement.sources.fresh()
    names.set(id, name)
    return [`${text} AS ${name}`]
  })
  return { names, texts }
}

/**
 * A column that ClickHouse finds to be NULL in every row, by a constant or a sub-query without rows, is none any more
 * to an outer join around a join, which fails on it: a materialized one stays.
 */
const keptColumn = (expr: Expr, text: string): string =>
  isNeverKnown(expr) || contains(expr, isScalarThatMayBeNull) ? `materialize(${text})` : text

const isScalarThatMayBeNull = ({ _tag, type }: Expr): boolean => _tag === "ScalarSubquery" && type.nullable

const { selectInSteps } = makeSelectRenderer<Statement, ExprRenderer>({
  renderer: exprRenderer,
  from: renderFrom,
  /** No keys and no aggregates still make one group. */
  groupBy: (plan, keys, rows, statement) => ({
    ...renderKeys(keys, rows, statement),
    having: keys.length === 0 && !hasAggregate(plan) ? ["count() >= 0"] : []
  }),
  selectedValue: keptColumn,
  distinctValue: (expr, text) => keptColumn(expr, oneOfEqual(expr, text)),
  orderTerm,
  count: String,
  fresh: ({ sources }) => sources.fresh(),
  limitBy: (limit, offset, by) =>
    ` LIMIT ${limit}${offset === undefined ? "" : ` OFFSET ${offset}`} BY ${
      by.length === 0 ? "tuple()" : by.join(", ")
    }`,
  limits: (limit, offset) =>
    (limit === undefined ? "" : ` LIMIT ${limit}`) + (offset === undefined ? "" : ` OFFSET ${offset}`),
  // It counts ties after LIMIT BY in ways of its own, and loses columns of the order.
  ties: undefined,
  operators: {
    "union all": "UNION ALL",
    union: "UNION DISTINCT",
    intersect: "INTERSECT DISTINCT",
    except: "EXCEPT DISTINCT"
  },
  /** Sets distinguish the zeros, and NaN from itself. */
  setValue: oneOfEqualValue,
  recursiveValue: (text, type) => `CAST(${text}, ${sqlText(type.nullable ? nullableChType(type) : chType(type))})`,
  commonTable: (name, query, isMaterialized) => `${name} AS ${isMaterialized ? "MATERIALIZED " : ""}(${query})`,
  more: ["1 AS one"]
})

/** A statement, its own settings beside `rules`, and what it reads of each source, by alias. */
export interface RenderedPlan extends Rendered {
  readonly settings: Settings
  readonly read: Statement["read"]
}

/** The statement of a plan over tables that are stored so, its columns in the form that `decodeRows` reads. */
export const renderPlan = (plan: QueryPlan, stored: Statement["stored"]): RenderedPlan =>
  atOnce(renderInSteps(plan, stored))

/** The same, a long statement in steps. */
export function* renderInSteps(plan: QueryPlan, stored: Statement["stored"]): Steps<RenderedPlan> {
  const exprKey = makeExprKeys()
  const statement: Statement = {
    stored,
    parameters: new Parameters(),
    sources: new Sources(),
    exprKey,
    levels: quantileLevels(plan, exprKey),
    refs: new Map(),
    tables: new Map(),
    materializedTables: materializedTables(plan),
    read: columnsRead(plan),
    lacksOnlyUuids: lacksOnlyUuids(plan, { stored })
  }
  const sql = (yield* selectInSteps(plan, statement, transport)) + materialized(plan, statement)
  if (sql.length > charactersOfStep) yield
  const rendered = statement.parameters.bound(sql)
  const settings = { ...planSettings(plan, statement.lacksOnlyUuids, rendered.sql), ...joinSettings(rendered.sql) }
  return { ...rendered, settings, read: statement.read }
}

/** Only statements that need the setting name it: a ClickHouse without it runs all others. */
const materialized = (plan: QueryPlan, { materializedTables }: Statement): string =>
  (plan.with ?? []).some((table) => table.plan._tag !== "Recursive" && materializedTables.has(table.name))
    ? " SETTINGS enable_materialized_cte = 1"
    : ""
