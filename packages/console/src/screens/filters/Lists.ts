/** The items with one of them changed. */
export const changed = <A>(items: ReadonlyArray<A>, place: number, item: A): ReadonlyArray<A> =>
  items.map((one, index) => index === place ? item : one)

/** The items without one of them. */
export const without = <A>(items: ReadonlyArray<A>, place: number): ReadonlyArray<A> =>
  items.filter((_, index) => index !== place)
