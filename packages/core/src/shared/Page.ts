/** A slice of a list: at most `limit` items after the first `offset`. */
export interface PageRequest {
  readonly limit: number
  readonly offset: number
}

/** The asked slice and how many items the whole list holds. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  readonly count: number
}
