import type { Expr, QueryPlan, SelectPlan, Source } from "../plan/Plan.ts"
import { contains, queryOf, visitExprs } from "../plan/PlanWalk.ts"
import { exprWords, listWords, orderWords } from "./ExprWords.ts"

type Lines = ReadonlyArray<string>

const inside = (lines: Lines): Lines => lines.map((line) => `  ${line}`)

const block = (title: string, lines: Lines): Lines => [title, ...inside(lines)]

/**
 * The steps in which a plan is computed, in words: each stands before those that read it, inner steps are indented.
 * `whose` follows the names of tables and says whose rows are read of them.
 */
export const planWords = (plan: QueryPlan, whose = ""): Lines => [
  ...(plan.with ?? []).flatMap(({ name, plan }) => block(`Compute ${name} once:`, planWords(plan, whose))),
  ...ownWords(plan, whose)
]

const setWords: Readonly<Record<Extract<QueryPlan, { readonly _tag: "Set" }>["operator"], string>> = {
  "union all": "All rows of",
  union: "Each different row of",
  intersect: "Each different row that stands in all of",
  except: "Each different row of the first that stands in none of the others of"
}

const ownWords = (plan: QueryPlan, whose: string): Lines => {
  switch (plan._tag) {
    case "Select":
      return selectWords(plan, whose)
    case "Set":
      return [
        `${setWords[plan.operator]} ${plan.inputs.length} queries:`,
        ...plan.inputs.flatMap((input, index) => block(`${index + 1}.`, planWords(input, whose)))
      ]
    case "Recursive":
      return [
        "Begin with:",
        ...inside(planWords(plan.base, whose)),
        `Then, until no row comes or after ${plan.rounds} rounds:`,
        ...inside(planWords(plan.step, whose))
      ]
  }
}

const isAggregate = (expr: Expr): boolean => contains(expr, ({ _tag }) => _tag === "Aggregate")

const groupWords = ({ groupBy, having, orderBy, select }: SelectPlan): Lines => {
  const all = [
    ...select.map(({ expr }) => expr),
    ...orderBy.map(({ expr }) => expr),
    ...having === undefined ? [] : [having]
  ]
  const grouped = groupBy === undefined
    ? all.some(isAggregate) ? ["Take all rows as one group"] : []
    : [`Group by ${listWords(groupBy)}`]
  return having === undefined ? grouped : [...grouped, `Keep groups where ${exprWords(having)}`]
}

const most = 20

/** The queries that stand in expressions. */
const queriesWords = (exprs: ReadonlyArray<Expr>, whose: string): Lines => {
  const plans: Array<QueryPlan> = []
  for (const expr of exprs) {
    visitExprs(expr, (inner) => {
      const plan = queryOf(inner)
      if (plan !== undefined) plans.push(plan)
    })
  }
  return plans.flatMap((plan, index) => block(`${index + 1}. of these queries:`, planWords(plan, whose)))
}

const selectWords = (plan: SelectPlan, whose: string): Lines => {
  const { distinct, from, limit, limitBy, offset, orderBy, select, where, withTies } = plan
  const columns = select.slice(0, most).map(({ expr, name }) => `${name} = ${exprWords(expr)}`)
  return [
    ...(from === undefined ? ["Make one row"] : sourceWords(from, whose)),
    ...(where === undefined ? [] : [`Keep rows where ${exprWords(where)}`, ...inside(queriesWords([where], whose))]),
    ...groupWords(plan),
    "Give:",
    ...inside(columns.length < select.length ? [...columns, `… ${select.length} columns`] : columns),
    ...inside(queriesWords(select.slice(0, most).map(({ expr }) => expr), whose)),
    ...(distinct ? ["Keep each different row once"] : []),
    ...(orderBy.length === 0 ? [] : [`Sort by ${orderWords(orderBy)}`]),
    ...(limitBy === undefined
      ? []
      : [`Take ${limitBy.limit} rows of each ${listWords(limitBy.by)}, after the first ${limitBy.offset}`]),
    ...(offset === 0 ? [] : [`Leave out the first ${offset} rows`]),
    ...(limit === undefined ? [] : [`Take ${limit} rows${withTies === true ? " and those equal to the last" : ""}`])
  ]
}

const sourceWords = (source: Source, whose: string): Lines => {
  switch (source._tag) {
    case "Scan":
      return [`Read ${source.table}${whose} as ${source.alias}`]
    case "Subquery":
      return [`Compute ${source.alias}:`, ...inside(planWords(source.plan, whose))]
    case "CteRef":
      return [`Read ${source.name} as ${source.alias}`]
    case "Numbers":
      return [`Count ${source.count} numbers from ${source.first} as ${source.alias}`]
    case "Values":
      return [`Take ${source.rows.length} rows that stand in the plan as ${source.alias}`]
    case "ArrayJoin":
      return [
        ...sourceWords(source.source, whose),
        `Make a row for each member of ${listWords(source.items.map(({ expr }) => expr))}${
          source.kind === "left" ? ", one where there is none" : ""
        }`
      ]
    case "Join":
      return [
        ...sourceWords(source.left, whose),
        `Join (${source.kind})${source.on === undefined ? "" : ` on ${exprWords(source.on)}`}:`,
        ...inside(sourceWords(source.right, whose))
      ]
  }
}
