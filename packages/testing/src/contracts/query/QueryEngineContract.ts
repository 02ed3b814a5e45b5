import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { families } from "@hedgerow/sql/functions/families/Families"
import { functions } from "@hedgerow/sql/functions/Functions"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { childrenOf } from "@hedgerow/sql/plan/PlanWalk"
import { Effect, type Layer } from "effect"
import { expressionGroups } from "./cases/ExpressionGroups.ts"
import { constantTests } from "./ConstantSuite.ts"
import { checkColumns, checkLiterals } from "./ExpressionSuite.ts"
import { planTests } from "./PlanSuite.ts"
import type { SeedTables } from "./SeedTables.ts"

const functionsOf = (expr: Expr): ReadonlyArray<string> => [
  ...(expr._tag === "Call" ? [expr.fn] : []),
  ...childrenOf(expr).flatMap(functionsOf)
]

const covered = new Set(expressionGroups.flatMap(({ cases }) => cases.flatMap(({ expr }) => functionsOf(expr))))

/** The contract of every engine for plans. The layer's tables must not hold projects 910000 to 919999 before. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>): void =>
  layer(storage, { timeout: "10 minutes" })(`QueryEngine: ${name}`, (it) => {
    for (const [index, group] of expressionGroups.entries()) {
      it.effect(`${group.name}, literals`, () => checkLiterals(group))
      it.effect(`${group.name}, columns`, () => checkColumns(group, 910000 + index as ProjectId))
    }
    // Rows of families bring an example along, which `ExampleCases` runs.
    it.effect("every function of the plan has a case", () =>
      Effect.sync(() => {
        const open = Object.keys(functions).filter((name) =>
          !covered.has(name) && name !== "native" && !Object.hasOwn(families, name)
        )
        assert.deepStrictEqual(open, [])
      }))
    constantTests(it)
    planTests(it)
  })
