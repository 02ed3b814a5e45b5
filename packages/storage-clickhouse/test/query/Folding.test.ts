import { assert, layer } from "@effect/vitest"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { fold } from "@hedgerow/sql/evaluate/FoldConstants"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { TestApi } from "@hedgerow/testing"
import { SmallPlans as P } from "@hedgerow/testing/contracts"
import { Duration, Effect } from "effect"
import { Expressions, kinds } from "./differential/Expressions.ts"
import { Random } from "./differential/Random.ts"
import { showExpr, showRow } from "./differential/ShowPlan.ts"

/** The expression with everything in it folded that can be, the innermost first. */
const folded = (expr: Expr): Expr => {
  switch (expr._tag) {
    case "Call":
    case "DateCall":
      return fold({ ...expr, args: expr.args.map(folded) })
    case "InList":
      return { ...expr, value: folded(expr.value) }
    default:
      return expr
  }
}

layer(TestApi.layer)("constants that are folded", (it) => {
  it.effect("have the value that they have unfolded, NULL only where their type has it", () =>
    Effect.gen(function*() {
      const engine = yield* QueryEngine
      const make = new Expressions(new Random(7), {})
      const random = new Random(11)
      const valueOf = (expr: Expr) =>
        Effect.map(engine.run(P.select([expr]), { timeout: Duration.minutes(1) }), ({ rows }) => showRow(rows[0] ?? []))
      let literals = 0
      for (let place = 0; place < 4000; place++) {
        const expr = make.of(random.pick(kinds), 4)
        const result = folded(expr)
        if (result._tag === "Literal") literals += 1
        assert.strictEqual(yield* valueOf(result), yield* valueOf(expr), showExpr(expr))
        if (result._tag === "Literal" && result.value === null) assert.isTrue(expr.type.nullable, showExpr(expr))
      }
      assert.isAbove(literals, 2000)
    }))
})
