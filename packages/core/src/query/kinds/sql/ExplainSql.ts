import { planWords } from "@hedgerow/sql/explain/PlanWords"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { Effect } from "effect"
import type { PlanEstimate } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"

/** No estimate is waited for longer. */
const patience = "5 seconds"

/** The engine's estimate of the plan; undefined where the engine is away or fails. */
export const estimateOf = (
  { engine }: Pick<QueryRun, "engine">,
  plan: QueryPlan
): Effect.Effect<PlanEstimate | undefined> =>
  engine.estimate(plan).pipe(
    Effect.timeout(patience),
    Effect.catchCause(() => Effect.succeed(undefined))
  )

/**
 * The computation of a plan, in lines: its steps in words, the rows that would be read, and the engine's own statement.
 */
export const explainPlan = Effect.fnUntraced(
  function*(plan: QueryPlan, run: Pick<QueryRun, "abilities" | "engine">): Effect.fn.Return<ReadonlyArray<string>> {
    const estimate = yield* estimateOf(run, plan)
    const rows = estimate?.rows === undefined ? "not known" : `about ${estimate.rows}`
    const statement = estimate?.statement
    return [
      ...planWords(plan, " of the project"),
      `Rows read: ${rows}`,
      ...(statement === undefined ? [] : [`${run.abilities.engine} runs:`, ...statement.split("\n")])
    ]
  }
)
