import type { Page, PageRequest } from "@hedgerow/core/shared/Page"

/** A page of items that are all at hand. */
export const slice = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRequest): Page<A> => ({
  items: items.slice(offset, offset + limit),
  count: items.length
})
