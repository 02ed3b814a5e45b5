import { Context, type Effect } from "effect"

/** A step that gathers items for the end of a transaction; see `BeforeCommit`. */
export interface LastStep {
  /** Gives the items that the inner one gathered to the outer one. */
  readonly handOver: (inner: PendingCommit, outer: PendingCommit) => void
  /** Deals with what was gathered. */
  readonly finish: (pending: PendingCommit) => Effect.Effect<void>
}

/** The steps that wait for the end of one transaction or savepoint: some happen before the commit, the rest after it. */
export class PendingCommit {
  readonly #outer: PendingCommit | undefined
  #lastSteps = new Set<LastStep>()
  #steps: Array<Effect.Effect<void>> = []
  #isOpen = true

  constructor(outer: PendingCommit | undefined) {
    this.#outer = outer
  }

  /** The transaction around it that is still open, if this is a savepoint. */
  get around(): PendingCommit | undefined {
    return this.#outer === undefined || this.#outer.#isOpen ? this.#outer : this.#outer.around
  }

  /** The steps before the commit. */
  get lastSteps(): ReadonlySet<LastStep> {
    return this.#lastSteps
  }

  /** Has the step happen before the commit, once. */
  addLast(step: LastStep): void {
    this.#lastSteps.add(step)
  }

  /** Whether the step waits now for the commit; it need not when everything around it has ended. */
  add(step: Effect.Effect<void>): boolean {
    if (!this.#isOpen) return this.#outer?.add(step) ?? false
    this.#steps.push(step)
    return true
  }

  /** A new attempt of the same transaction: the gathered items of the earlier one are void. */
  restart(): void {
    this.#steps = []
    this.#lastSteps = new Set()
  }

  /** Ends it; answers what is to run now, which is nothing when it ends inside another one or failed. */
  close(isCommitted: boolean): ReadonlyArray<Effect.Effect<void>> {
    const around = this.around
    if (isCommitted && around !== undefined) { for (const step of this.#lastSteps) step.handOver(this, around) }
    const steps = isCommitted ? this.#steps : []
    this.#isOpen = false
    this.restart()
    return steps.filter((step) => this.#outer?.add(step) !== true)
  }
}

/** The transaction or savepoint that is open here. */
export class CurrentPending extends Context.Reference<PendingCommit | undefined>(
  "@hedgerow/core/shared/PendingCommit/CurrentPending",
  { defaultValue: () => undefined }
) {}
