import type { Row } from "@hedgerow/sql/Cell"
import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { Aggregate, Expr, QueryPlan, SelectPlan, Window } from "@hedgerow/sql/Plan"
import type { Accumulator } from "./Aggregate.ts"
import { compileAggregate } from "./Aggregates.ts"
import type { CellKey } from "./CellKey.ts"
import { exprCompiler, type NestedRows } from "./CompileExpr.ts"
import type { RowBudget, Work } from "./RowBudget.ts"
import { slotsOf } from "./Sources.ts"
import type { TableSnapshot } from "./TableSnapshot.ts"
import { type CompiledWindow, compileWindow } from "./Windows.ts"

/** A common table: its rows once they were asked for. */
export interface CommonRows {
  readonly plan: QueryPlan
  rows: ReadonlyArray<Row> | undefined
}

/** The state that all parts of one running query share. */
export interface QueryRun {
  readonly tables: TableSnapshot
  readonly budget: RowBudget
  readonly common: Map<string, CommonRows>
  /** Runs a query inside this one to its end. */
  readonly rowsOf: (plan: QueryPlan) => Work<ReadonlyArray<Row>>
  /** The rows of a common table, computed when they are first asked for. */
  readonly commonRows: (name: string) => Work<ReadonlyArray<Row>>
}

/** A subquery whose values are looked up; the set is filled before the first row of the SELECT around it. */
export interface Lookup {
  readonly plan: QueryPlan
  readonly keys: Set<CellKey>
}

/** One SELECT while it runs: its frame, and what its expressions asked for as they were compiled. */
export class Statement {
  readonly frame: Frame
  readonly lookups: Array<Lookup> = []
  readonly nested: Array<{ readonly plan: QueryPlan; readonly to: NestedRows }> = []
  readonly aggregates: Array<{ readonly slot: number; readonly start: () => Accumulator }> = []
  readonly windows: Array<{ readonly slot: number; readonly window: Window; readonly compiled: CompiledWindow }> = []
  #slotCount = 0
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
      windowSlot: (window) => this.#windowSlot(window),
      subquerySet: (subplan) => {
        const keys = new Set<CellKey>()
        this.lookups.push({ plan: subplan, keys })
        return keys
      },
      nestedRows: (subplan) => {
        const to: NestedRows = { rows: [] }
        this.nested.push({ plan: subplan, to })
        return to
      }
    })
  }

  /** The slots of these sources. */
  slotsOf(aliases: ReadonlyArray<string>): ReadonlyArray<number> {
    return aliases.flatMap((alias) => this.#slots.get(alias)?.slot ?? [])
  }

  #nextSlot(): number {
    return this.#slots.size + this.#slotCount++
  }

  #aggregateSlot(aggregate: Aggregate): number {
    const slot = this.#nextSlot()
    this.aggregates.push({ slot, start: compileAggregate(aggregate, this.compile, this.#run.budget) })
    return slot
  }

  #windowSlot(window: Window): number {
    const known = this.windows.find((one) => one.window === window)
    if (known !== undefined) return known.slot
    const slot = this.#nextSlot()
    this.windows.push({ slot, window, compiled: compileWindow(window, this.compile, this.#run.budget) })
    return slot
  }
}
