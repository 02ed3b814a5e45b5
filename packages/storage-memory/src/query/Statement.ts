import type { Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { Aggregate, QueryPlan, SelectPlan, Window } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"
import type { Accumulator } from "./Aggregate.ts"
import { compileAggregate } from "./Aggregates.ts"
import type { CellKey } from "./CellKey.ts"
import { type CompileAt, exprCompiler, type NestedRows } from "./CompileExpr.ts"
import type { RowBudget, Work } from "./RowBudget.ts"
import { slotsOf, type SourceSlots } from "./Sources.ts"
import { QuickWork, Stage } from "./Stage.ts"
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
  /** The plan of a common table. */
  readonly commonPlan: (name: string) => QueryPlan
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
  readonly #aggregateSlots = new Map<Aggregate, number>()
  #slotCount = 0
  readonly #quickWork = new QuickWork()
  readonly compileAt: CompileAt
  /** Before the arguments of aggregates and the keys of groups. */
  readonly input = this.stage()
  /** Before the parts of windows. */
  readonly beforeWindows = this.stage()
  readonly #sources: SourceSlots
  readonly #run: QueryRun

  constructor(plan: SelectPlan, run: QueryRun) {
    this.#run = run
    this.#sources = slotsOf(plan.from, run.commonPlan)
    this.frame = this.emptyFrame()
    this.compileAt = exprCompiler({
      meter: run.budget,
      keys: run.budget.keys,
      quickWork: this.#quickWork,
      sources: this.#sources,
      aggregateSlot: (aggregate) => this.#aggregateSlot(aggregate),
      windowSlot: (window) => this.#windowSlot(window),
      subquerySet: (subplan) => {
        const known = this.lookups.find(({ plan }) => plan === subplan)
        if (known !== undefined) return known.keys
        const keys = new Set<CellKey>()
        this.lookups.push({ plan: subplan, keys })
        return keys
      },
      nestedRows: (subplan) => {
        const known = this.nested.find(({ plan }) => plan === subplan)
        if (known !== undefined) return known.to
        const to: NestedRows = { rows: [] }
        this.nested.push({ plan: subplan, to })
        return to
      }
    })
  }

  /** A frame without rows: the first place has what the expressions need of the run. */
  emptyFrame(): Frame {
    const frame: Frame = [this.#run.budget]
    for (const { slot } of this.#sources.byAlias.values()) frame[slot] = undefined
    return frame
  }

  /** The slots of these sources. */
  slotsOf(aliases: ReadonlyArray<string>): ReadonlyArray<number> {
    return aliases.flatMap((alias) => this.#sources.byAlias.get(alias)?.slot ?? [])
  }

  /** A stage of the SELECT's rows. */
  stage(): Stage {
    return new Stage(() => this.#nextSlot(), this.#quickWork)
  }

  #nextSlot(): number {
    return 1 + this.#sources.byAlias.size + this.#slotCount++
  }

  #aggregateSlot(aggregate: Aggregate): number {
    const known = this.#aggregateSlots.get(aggregate)
    if (known !== undefined) return known
    const slot = this.#nextSlot()
    this.#aggregateSlots.set(aggregate, slot)
    this.aggregates.push({ slot, start: compileAggregate(aggregate, this.compileAt(this.input), this.#run.budget) })
    return slot
  }

  #windowSlot(window: Window): number {
    const known = this.windows.find((one) => one.window === window)
    if (known !== undefined) return known.slot
    const slot = this.#nextSlot()
    this.windows.push({
      slot,
      window,
      compiled: compileWindow(window, this.compileAt(this.beforeWindows), this.#run.budget)
    })
    return slot
  }
}
