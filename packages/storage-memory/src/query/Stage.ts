import type { Evaluate, Frame } from "@hedgerow/sql/evaluate/Evaluate"
import type { SlicedEvaluate } from "@hedgerow/sql/evaluate/Meter"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { paused, type Rows, type Work } from "./RowBudget.ts"

/** Says that an expression takes longer than it may without a pause. */
export const takesLong = Symbol("takesLong")

/** The nodes that one expression evaluates in lambdas, or the characters that it matches, before it is one that takes long. */
const quickWork = 4096

/** The work that the expression under way may still do without a pause. */
export class QuickWork {
  #left = quickWork

  begin(): void {
    this.#left = quickWork
  }

  readonly allow = (work: number): void => {
    this.#left -= work
    if (this.#left < 0) throw takesLong
  }
}

/** An expression in both of its forms: the quick one throws `takesLong` where a cell takes long. */
export interface LongExpr {
  readonly quick: Evaluate
  readonly sliced: () => SlicedEvaluate
}

interface Step {
  readonly slot: number
  readonly expr: LongExpr
  /** The form in slices, once a cell took long. */
  sliced: SlicedEvaluate | undefined
}

/**
 * A place in the way of a row through its SELECT. Expressions of which a cell may take long are evaluated there, into
 * slots of the frame, ahead of what uses them: at once as long as that is quick, from the first cell on that is not in
 * slices.
 */
export class Stage {
  readonly #steps = new Map<Expr, Step>()
  readonly #nextSlot: () => number
  readonly #work: QuickWork

  constructor(nextSlot: () => number, work: QuickWork) {
    this.#nextSlot = nextSlot
    this.#work = work
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0
  }

  /** The expression as its slot, which each row fills at this stage. */
  ahead(expr: Expr, compiled: () => LongExpr): Evaluate {
    const known = this.#steps.get(expr)
    const slot = known?.slot ?? this.#nextSlot()
    if (known === undefined) this.#steps.set(expr, { slot, expr: compiled(), sliced: undefined })
    return (frame) => frame[slot] as Cell
  }

  /** Evaluates for the row in the frame. */
  *fill(frame: Frame): Work<void> {
    for (const step of this.#steps.values()) {
      if (this.#isDone(step, frame)) continue
      if (step.sliced === undefined) {
        step.sliced = step.expr.sliced()
        yield false
      }
      frame[step.slot] = yield* step.sliced(frame)
    }
  }

  /** The same without a pause; false where one is needed. */
  isFilled(frame: Frame): boolean {
    for (const step of this.#steps.values()) if (!this.#isDone(step, frame)) return false
    return true
  }

  #isDone({ expr, sliced, slot }: Step, frame: Frame): boolean {
    if (sliced !== undefined) return false
    this.#work.begin()
    try {
      frame[slot] = expr.quick(frame)
      return true
    } catch (thrown) {
      if (thrown !== takesLong) throw thrown
      return false
    }
  }
}

/** The same rows, each when it has passed the stage. */
export const aheadRows = (rows: Rows, stage: Stage, frame: Frame): Rows =>
  stage.isEmpty ? rows : filledRows(rows, stage, frame)

function* filledRows(rows: Rows, stage: Stage, frame: Frame): Rows {
  for (const hasRow of rows) {
    if (hasRow && !stage.isFilled(frame)) yield* stage.fill(frame)
    yield hasRow
  }
}

type Frames = Generator<Frame | undefined, void, void>

/** The same frames, each when it has passed the stage. */
export const aheadFrames = (frames: Frames, stage: Stage): Frames =>
  stage.isEmpty ? frames : filledFrames(frames, stage)

function* filledFrames(frames: Frames, stage: Stage): Frames {
  for (const frame of frames) {
    if (frame !== undefined && !stage.isFilled(frame)) yield* paused(stage.fill(frame))
    yield frame
  }
}
