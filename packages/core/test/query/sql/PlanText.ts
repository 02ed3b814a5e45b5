import type { EventTime } from "@hedgerow/core/events/EventTime"
import { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, ProjectToken } from "@hedgerow/core/identity/Project"
import type { PlanModifiers } from "@hedgerow/core/query/tables/PlanModifiers"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { Expr, QueryPlan, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import type { ResolvedStatement } from "@hedgerow/sql/resolve/Resolver"
import { typeName } from "@hedgerow/sql/types/SqlType"
import { DateTime, Result, Schema } from "effect"

/** 2020-01-10 12:14:00Z. */
export const now = Date.UTC(2020, 0, 10, 12, 14) * 1000 as EventTime

/** A project with the fields given. */
export const makeProject = (fields: Partial<{ id: number; timezone: string; week_start_day: 0 | 1 }> = {}): Project =>
  new Project({
    id: ProjectId.make(fields.id ?? 7),
    uuid: deriveUuid("project", fields.id ?? 7),
    organization_id: Schema.decodeUnknownSync(OrganizationId)(deriveUuid("organization")),
    name: "Test",
    api_token: ProjectToken.make("phc_test"),
    timezone: fields.timezone ?? "UTC",
    week_start_day: fields.week_start_day ?? 0,
    created_at: DateTime.makeUnsafe(0),
    updated_at: DateTime.makeUnsafe(0)
  })

export interface Settings {
  readonly project?: Project
  readonly modifiers?: Partial<PlanModifiers>
}

export const resolve = (
  sql: string,
  { modifiers = {}, project = makeProject() }: Settings = {}
): Result.Result<ResolvedStatement, SqlSyntaxError | SqlSemanticError> =>
  Result.flatMap(
    parseStatement(sql),
    (statement): Result.Result<ResolvedStatement, SqlSyntaxError | SqlSemanticError> =>
      resolveStatement(statement, { project, now, modifiers })
  )

/** The plan of the text; a text that has none is a defect of the test. */
export const resolved = (sql: string, settings?: Settings): ResolvedStatement =>
  Result.getOrThrowWith(resolve(sql, settings), (error) => new Error(`${sql}: ${error.detail}`))

/** The first column's expression as text. */
export const exprText = (sql: string, settings?: Settings): string => {
  const [first] = selectOf(sql, settings).select
  return first === undefined ? "" : showExpr(first.expr)
}

/** The plan of a text that is one SELECT. */
export const selectOf = (sql: string, settings?: Settings): SelectPlan => {
  const { plan } = resolved(sql, settings)
  if (plan._tag !== "Select") throw new Error(`${sql} is no SELECT`)
  return plan
}

/** The types of all columns. */
export const typesOf = (sql: string, settings?: Settings): ReadonlyArray<string> =>
  resolved(sql, settings).columns.map(({ type }) => typeName(type))

export const planText = (sql: string, settings?: Settings): string => showPlan(resolved(sql, settings).plan)

export const showExpr = (expr: Expr): string => {
  switch (expr._tag) {
    case "Literal":
      return `${typeof expr.value === "string" ? `'${expr.value}'` : String(expr.value)}:${typeName(expr.type)}`
    case "Column":
      return `${expr.source}.${expr.name}`
    case "Property":
      return `${showExpr(expr.column)}->${expr.path.join("->")}`
    case "Call":
      return `${expr.fn}(${showAll(expr.args)})`
    case "DateCall":
      return `${expr.fn}:${expr.unit}@${expr.timezone}(${showAll(expr.args)})`
    case "InList":
      return `${showExpr(expr.value)} ${expr.negated ? "not in" : "in"} [${expr.items.map(String).join(", ")}]`
    case "InSubquery":
      return `${showExpr(expr.value)} ${expr.negated ? "not in" : "in"} (${showPlan(expr.plan)})`
    case "Aggregate":
      return `${expr.fn}{${showAll(expr.args)}${expr.filter === undefined ? "" : ` if ${showExpr(expr.filter)}`}}`
    case "ScalarSubquery":
      return `(${showPlan(expr.plan)})`
    case "Exists":
      return `exists (${showPlan(expr.plan)})`
    case "Ref":
      return `$${expr.name}`
    case "Let":
      return `let ${expr.bindings.map(({ name, value }) => `$${name} = ${showExpr(value)}`).join(", ")} in ${
        showExpr(expr.body)
      }`
    case "Lambda":
      return `(${showAll(expr.params)}) -> ${showExpr(expr.body)}`
    case "Window": {
      const terms = expr.orderBy.map((term) => `${showExpr(term.expr)}${term.descending ? " desc" : ""}`).join(", ")
      return `${expr.fn}{${showAll(expr.args)}} over (${showAll(expr.partitionBy)}; ${terms})`
    }
  }
}

const showAll = (exprs: ReadonlyArray<Expr>): string => exprs.map(showExpr).join(", ")

const showSource = (source: Source): string => {
  switch (source._tag) {
    case "Scan":
      return `${source.table}#${source.tenant} ${source.alias}`
    case "Subquery":
      return `(${showPlan(source.plan)}) ${source.alias}`
    case "CteRef":
      return `${source.name} ${source.alias}`
    case "Numbers":
      return `numbers(${source.first}, ${source.step}, ${source.count}) ${source.alias}`
    case "Values":
      return `values ${source.alias}`
    case "ArrayJoin":
      return `(${showSource(source.source)} ${source.kind} array join ${
        showAll(source.items.map((item) => item.expr))
      }) ${source.alias}`
    case "Join": {
      const on = source.on === undefined ? "" : ` on ${showExpr(source.on)}`
      return `(${showSource(source.left)} ${source.kind} ${showSource(source.right)}${on})`
    }
  }
}

export const showPlan = (plan: QueryPlan): string => {
  const tables = (plan.with ?? []).map((table) => `${table.name} as (${showPlan(table.plan)})`)
  const start = tables.length === 0 ? "" : `with ${tables.join(", ")} `
  switch (plan._tag) {
    case "Select":
      return start + showSelect(plan)
    case "Set":
      return start + plan.inputs.map((input) => `(${showPlan(input)})`).join(` ${plan.operator} `)
    case "Recursive":
      return `${showPlan(plan.base)} then ${showPlan(plan.step)}`
  }
}

const showSelect = (plan: SelectPlan): string =>
  [
    `select ${plan.distinct ? "distinct " : ""}${
      plan.select.map(({ expr, name }) => `${showExpr(expr)} as ${name}`).join(", ")
    }`,
    plan.from === undefined ? undefined : `from ${showSource(plan.from)}`,
    plan.where === undefined ? undefined : `where ${showExpr(plan.where)}`,
    plan.groupBy === undefined ? undefined : `group by ${showAll(plan.groupBy)}`,
    plan.having === undefined ? undefined : `having ${showExpr(plan.having)}`,
    plan.orderBy.length === 0
      ? undefined
      : `order by ${
        plan.orderBy.map(({ descending, expr }) => `${showExpr(expr)}${descending ? " desc" : ""}`).join(", ")
      }`,
    plan.limitBy === undefined ? undefined : `limit ${plan.limitBy.limit} by ${showAll(plan.limitBy.by)}`,
    plan.limit === undefined ? undefined : `limit ${plan.limit}${plan.withTies === true ? " with ties" : ""}`,
    plan.offset === 0 ? undefined : `offset ${plan.offset}`
  ].filter((part) => part !== undefined).join(" ")
