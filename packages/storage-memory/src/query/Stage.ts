import type { Cell } from "@hedgerow/core/query/sql/Cell"
import type { Evaluate, Frame } from "@hedgerow/core/query/sql/evaluate/Evaluate"
import type { SlicedEvaluate } from "@hedgerow/core/query/sql/evaluate/Meter"
import type { Expr } from "@hedgerow/core/query/sql/Plan"
import { paused, type Rows, type Work } from "./RowBudget.ts"

/**
 * A place in the way of a row through its SELECT. Expressions that may take long are evaluated there in slices, into
 * slots of the frame, ahead of what uses them.
 */
export class Stage {
  readonly #steps = new Map<Expr, { readonly slot: number; readonly evaluate: SlicedEvaluate }>()
  readonly #nextSlot: () => number

  constructor(nextSlot: () => number) {
    this.#nextSlot = nextSlot
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0
  }

  /** The expression as its slot, which each row fills at this stage. */
  ahead(expr: Expr, compile: (expr: Expr) => SlicedEvaluate): Evaluate {
    const known = this.#steps.get(expr)
    const slot = known?.slot ?? this.#nextSlot()
    if (known === undefined) this.#steps.set(expr, { slot, evaluate: compile(expr) })
    return (frame) => frame[slot] as Cell
  }

  /** Evaluates for the row in the frame. */
  *fill(frame: Frame): Work<void> {
    for (const { evaluate, slot } of this.#steps.values()) frame[slot] = yield* evaluate(frame)
  }
}

/** The same rows, each when it has passed the stage. */
export const aheadRows = (rows: Rows, stage: Stage, frame: Frame): Rows =>
  stage.isEmpty ? rows : filledRows(rows, stage, frame)

function* filledRows(rows: Rows, stage: Stage, frame: Frame): Rows {
  for (const hasRow of rows) {
    if (hasRow) yield* stage.fill(frame)
    yield hasRow
  }
}

type Frames = Generator<Frame | undefined, void, void>

/** The same frames, each when it has passed the stage. */
export const aheadFrames = (frames: Frames, stage: Stage): Frames => stage.isEmpty ? frames : filledFrames(frames, stage)

function* filledFrames(frames: Frames, stage: Stage): Frames {
  for (const frame of frames) {
    if (frame !== undefined) yield* paused(stage.fill(frame))
    yield frame
  }
}
