import type { Statement } from "@hedgerow/sql/ast/Ast"
import { parseAsking } from "@hedgerow/sql/parse/Parser"
import type { ResolvedStatement } from "@hedgerow/sql/resolve/Resolver"
import { statementNames } from "@hedgerow/sql/resolve/StatementNames"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Effect } from "effect"
import type { Asked } from "../../Asked.ts"
import { queryLogNames } from "../../log/QueryLogTable.ts"
import { planModifiers } from "../../QueryModifiers.ts"
import type { Stopwatch } from "../../Stopwatch.ts"
import { actionConditions } from "../../structured/ActionConditions.ts"
import { momentOf } from "../../structured/Moments.ts"
import { asksForCohorts } from "../../tables/Cohorts.ts"
import { mayNameGroupType } from "../../tables/GroupTypes.ts"
import type { PlanModifiers } from "../../tables/PlanModifiers.ts"
import { resolveInSteps } from "../../tables/Resolver.ts"
import type { SqlNode } from "./SqlNode.ts"
import { fillNode } from "./SqlPlaceholders.ts"

/** An SQL node resolved for its project. */
export interface ReadStatement extends ResolvedStatement {
  readonly statement: Statement
  /** The plan is asked for, not its rows. */
  readonly isExplained: boolean
}

/** Texts up to this length are read in no time. */
const shortText = 4_096

/** Whether others run between the steps of reading a statement: each of them takes milliseconds. */
const isLarge = (node: SqlNode): boolean =>
  node.query.length > shortText || node.values !== undefined || node.variables !== undefined

/** Yields between two steps of the work on a large node. */
export const pauseFor = (node: SqlNode): Effect.Effect<void> => isLarge(node) ? Effect.yieldNow : Effect.void

/** The plan of a statement, with what of the project it asks for. */
export const resolveFor = Effect.fnUntraced(
  function*(
    statement: Statement,
    modifiers: PlanModifiers,
    { abilities, actions, cohorts: known, groupTypes, now, project, queryLog, types }: Asked
  ) {
    const names = statementNames(statement)
    const cohorts = asksForCohorts(names) ? yield* known : []
    const groups = mayNameGroupType(names) ? { groupTypes: yield* groupTypes } : {}
    const log = queryLogNames.some((name) => names.tables.has(name)) ? { queryLog: yield* queryLog } : {}
    const named = yield* actionConditions(names, { actions }, momentOf({ now, project }, modifiers))
    const context = { project, now, modifiers, types, abilities, cohorts, ...named, ...groups, ...log }
    return yield* Effect.fromResult(yield* runSteps(() => resolveInSteps(statement, context)))
  }
)

/** Parses, fills and resolves an SQL node. */
export const readSql = Effect.fnUntraced(
  function*(node: SqlNode, asked: Asked, watch: Stopwatch) {
    const pause = pauseFor(node)
    const { isExplained, statement: parsed } = yield* Effect.fromResult(parseAsking(node.query.toWellFormed()))
    yield* pause
    const statement = yield* Effect.fromResult(fillNode(parsed, node, asked))
    yield* pause
    yield* watch.lap("parse")
    const resolved = yield* resolveFor(statement, planModifiers(node.modifiers), asked)
    yield* watch.lap("resolve")
    yield* pause
    const read: ReadStatement = { ...resolved, statement, isExplained }
    return read
  }
)
