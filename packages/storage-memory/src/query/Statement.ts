import type { Evaluate, Frame } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import type { Aggregate, Expr, SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { type Accumulator, compileAggregate } from "./Aggregates.ts"
import type { CellKey } from "./CellKey.ts"
import { exprCompiler } from "./CompileExpr.ts"
import type { RowBudget } from "./RowBudget.ts"
import { slotsOf } from "./Sources.ts"
import type { TableSnapshot } from "./TableSnapshot.ts"

/** What all parts of one running query share. */
export interface QueryRun {
  readonly tables: TableSnapshot
  readonly budget: RowBudget
}

/** A subquery whose values are looked up; the set is filled before the first row of the SELECT around it. */
export interface Lookup {
  readonly plan: SelectPlan
  readonly keys: Set<CellKey>
}

/** One SELECT while it runs: its frame, and what its expressions asked for as they were compiled. */
export class Statement {
  readonly frame: Frame
  readonly lookups: Array<Lookup> = []
  readonly aggregates: Array<{ readonly slot: number; readonly start: () => Accumulator }> = []
  readonly compile: (expr: Expr) => Evaluate
  readonly #slots: ReturnType<typeof slotsOf>
  readonly #run: QueryRun

  constructor(plan: SelectPlan, run: QueryRun) {
    this.#run = run
    this.#slots = slotsOf(plan.from)
    this.frame = Array.from(this.#slots, () => undefined)
    this.compile = exprCompiler({
      slots: this.#slots,
      aggregateSlot: (aggregate) => this.#aggregateSlot(aggregate),
      subquerySet: (subplan) => {
        const keys = new Set<CellKey>()
        this.lookups.push({ plan: subplan, keys })
        return keys
      }
    })
  }

  /** The slots of these sources. */
  slotsOf(aliases: ReadonlyArray<string>): ReadonlyArray<number> {
    return aliases.flatMap((alias) => this.#slots.get(alias)?.slot ?? [])
  }

  #aggregateSlot(aggregate: Aggregate): number {
    const slot = this.#slots.size + this.aggregates.length
    this.aggregates.push({ slot, start: compileAggregate(aggregate, this.compile, this.#run.budget) })
    return slot
  }
}
