/** Time of both sides of one comparison, in microseconds per unit. */
export interface Comparison {
  readonly name: string
  readonly unit: string
  /** The measure, where it is not CPU time. */
  readonly measure?: "CPU" | "wall"
  readonly ours: number
  readonly baseline: number
}

/** Comparisons, with notes. */
export interface Measured {
  readonly rows: ReadonlyArray<Comparison>
  readonly notes: ReadonlyArray<string>
}
