import type { AstExpr, Span, Statement } from "@hedgerow/sql/ast/Ast"
import type { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { makeTrace, type Trace, tracedConstant, type TracedValue } from "@hedgerow/sql/plan/Traced"
import { constant, type CountNodes } from "@hedgerow/sql/planning/Placeholders"
import type { OutputColumn } from "@hedgerow/sql/planning/Planning"
import { type Lists, makePlanTemplate, type PlanTemplate } from "@hedgerow/sql/resolve/PlanTemplate"
import type { ResolvedStatement } from "@hedgerow/sql/resolve/Resolver"
import { type StatementNames, statementNames } from "@hedgerow/sql/resolve/StatementNames"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Context, Effect, type Result } from "effect"
import { makeRecentValues, type RecentValues } from "../shared/RecentValues.ts"
import { makeStatementText, type StatementText } from "./StatementText.ts"
import { type ResolveContext, resolveInSteps } from "./tables/Resolver.ts"

/** What stands for the value at a place. */
export type ValueAt = (index: number, span: Span, count: CountNodes) => AstExpr

/** A statement of this house's own text, with values in it. */
export interface OwnStatement {
  /** All of it but its values. */
  readonly shape: string
  readonly values: ReadonlyArray<TracedValue>
  /** Its tree, with what stands for each value. */
  readonly tree: (valueAt: ValueAt) => Result.Result<Statement, SqlSyntaxError | SqlSemanticError>
  /** Texts for the marks in it. */
  readonly lists?: Lists
}

/** The parts of a project that a statement names. */
export type NamedParts = Pick<ResolveContext, "actions" | "cohorts" | "groupTypes">

/** The surroundings of a statement, and how the parts that it names are found. */
export interface PlanContext<E, R> extends Omit<ResolveContext, keyof NamedParts | "queryLog" | "types"> {
  readonly types: NonNullable<ResolveContext["types"]>
  readonly named: (names: StatementNames) => Effect.Effect<NamedParts, E, R>
}

/** A plan with its columns, and the statement as text. */
export interface PlannedStatement extends ResolvedStatement {
  readonly printed: string
}

interface Variant {
  readonly named: string
  readonly template: PlanTemplate
  readonly columns: ReadonlyArray<OutputColumn>
  readonly warnings: ReadonlyArray<string>
  readonly text: StatementText
}

/** Plans of one shape: values that decide something have one each. */
export interface PlannedShape extends Pick<PlanContext<never, never>, "abilities" | "project" | "types"> {
  readonly size: number
  readonly names: StatementNames
  readonly variants: ReadonlyArray<Variant>
}

/** The most plans of one shape. */
const mostVariants = 8

/** The most characters of all shapes, each counted as often as it has plans. */
const mostCharacters = 128 * 1024

/** Statements of a longer shape are planned each time. */
const longestShape = 16 * 1024

/** A statement with more values is planned each time. */
const mostValues = 200

/** The plans of own statements that were made lately, of all projects: the oldest make room. */
export class PlannedStatements extends Context.Reference<RecentValues<PlannedShape>>(
  "@hedgerow/core/query/PlannedStatements",
  { defaultValue: () => makePlannedShapes() }
) {}

/** Room for plans, without any. */
export const makePlannedShapes = (): RecentValues<PlannedShape> => makeRecentValues(({ size }) => size, mostCharacters)

/** The named parts as a text; undefined for those that a plan cannot be kept for. */
const textOf = ({ actions, cohorts = [], groupTypes = new Map() }: NamedParts): string | undefined =>
  actions === undefined ? `${JSON.stringify(cohorts)} ${JSON.stringify([...groupTypes])}` : undefined

const isKnownFor = (
  shape: PlannedShape,
  { abilities, project, types }: PlannedShape | PlanContext<unknown, unknown>
): boolean => shape.project === project && shape.types === types && shape.abilities === abilities

const boundBy = ({ columns, template, text, warnings }: Variant, own: OwnStatement): PlannedStatement => ({
  plan: template.bind(own.values, own.lists),
  columns,
  warnings,
  printed: text.print(own.values)
})

const resolveOwn = Effect.fnUntraced(function*(
  own: OwnStatement,
  statement: Statement,
  trace: Trace,
  context: ResolveContext
) {
  let dependsOnTime = false
  const resolved = yield* Effect.fromResult(
    yield* runSteps(() =>
      resolveInSteps(statement, context, () => {
        dependsOnTime = true
      })
    )
  )
  const variant: Omit<Variant, "named"> = {
    template: makePlanTemplate(resolved.plan, trace, new Set(own.lists?.keys())),
    columns: resolved.columns,
    warnings: resolved.warnings,
    text: makeStatementText(statement, trace, own.values)
  }
  return { variant, dependsOnTime }
})

/**
 * The plan of an own statement, as if its text were parsed and resolved with its values. It is resolved once for values
 * by which nothing is decided, with the same definitions of the same project; then values are put in their places.
 */
export const planOwn = Effect.fnUntraced(function*<E, R>(own: OwnStatement, context: PlanContext<E, R>) {
  const recent = yield* PlannedStatements
  const { named: findNamed, ...surroundings } = context
  const key = `${context.project.id} ${JSON.stringify(context.modifiers)} ${own.shape}`
  const found = recent.get(key)
  const known = found !== undefined && isKnownFor(found, context) ? found : undefined
  if (known !== undefined) {
    const named = textOf(yield* findNamed(known.names))
    const variant = known.variants.find((one) => one.named === named && one.template.accepts(own.values))
    if (variant !== undefined) {
      recent.use(key, known)
      return boundBy(variant, own)
    }
  }
  const trace = makeTrace(own.values)
  const isKept = key.length <= longestShape && own.values.length <= mostValues
  const statement = yield* Effect.fromResult(own.tree((index, span, count) => {
    const made = constant(own.values[index], span, count)
    return isKept ? tracedConstant(trace, index, span) : made
  }))
  const names = known?.names ?? statementNames(statement)
  const parts = yield* findNamed(names)
  const { dependsOnTime, variant } = yield* resolveOwn(own, statement, trace, { ...surroundings, ...parts })
  const named = textOf(parts)
  if (isKept && named !== undefined && !dependsOnTime) {
    const variants = [{ ...variant, named }, ...known?.variants ?? []].slice(0, mostVariants)
    const { abilities, project, types } = context
    recent.use(key, {
      project,
      types,
      ...abilities === undefined ? {} : { abilities },
      names,
      variants,
      size: key.length * variants.length
    })
  }
  return boundBy({ ...variant, named: "" }, own)
})
