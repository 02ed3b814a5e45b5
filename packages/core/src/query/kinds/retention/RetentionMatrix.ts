/** Counts cells of retention from the periods in which actors began and those in which they returned. */

/** The rules by which cells are counted. */
export interface MatrixShape {
  readonly periods: number
  /** Whether an actor who comes back later counts in every column before. */
  readonly isCumulative: boolean
}

/** Rows by the period of the beginning, columns by how many periods later. */
export type Matrix = ReadonlyArray<ReadonlyArray<number>>

/** A number of actors with the same periods, each in ascending order. */
export interface SeenActors {
  readonly began: ReadonlyArray<number>
  readonly returned: ReadonlyArray<number>
  readonly actors: number
}

/** Takes actors one after another; column 0 is how many began in the period. */
export const makeMatrix = ({ isCumulative, periods }: MatrixShape) => {
  const cells = Array.from({ length: periods }, () => Array.from({ length: periods }, () => 0))
  const add = (row: number, column: number, actors: number) => {
    const counts = cells[row]
    const before = counts?.[column]
    if (counts !== undefined && before !== undefined) counts[column] = before + actors
  }
  const seeFrom = (start: number, returned: ReadonlyArray<number>, actors: number) => {
    add(start, 0, actors)
    if (!isCumulative) {
      for (const period of returned) if (period > start) add(start, period - start, actors)
      return
    }
    const last = returned.at(-1) ?? start
    for (let period = start + 1; period <= last; period++) add(start, period - start, actors)
  }
  return {
    see: ({ actors, began, returned }: SeenActors): void => {
      for (const start of began) seeFrom(start, returned, actors)
    },
    matrix: (): Matrix => cells
  }
}
