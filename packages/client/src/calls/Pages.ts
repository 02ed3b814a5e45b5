import type { RouteArguments } from "../requests/Route.ts"

/** A page of a list. */
interface Page {
  readonly results: ReadonlyArray<unknown>
}

/** The items of a page. */
export type ItemOf<A> = A extends { readonly results: ReadonlyArray<infer Item> } ? Item : never

/** Where a page says the next one is: the address, or the number of items in all, or whether there are more. */
interface Ends {
  readonly next?: string | null
  readonly count?: number
  readonly has_more?: boolean
}

/**
 * The arguments of the next page; undefined after the last. Of the address only the query string is taken, so that a page
 * never sends the key elsewhere.
 */
const argumentsAfter = (args: RouteArguments, page: Page): RouteArguments | undefined => {
  const { count, has_more, next } = page as Page & Ends
  if (next === null) return undefined
  if (next !== undefined) return { ...args, ...Object.fromEntries(new URL(next, "http://server").searchParams) }
  const offset = Number(args["offset"] ?? 0) + page.results.length
  const isLast = page.results.length === 0 || has_more === false || (has_more === undefined && offset >= (count ?? 0))
  return isLast ? undefined : { ...args, offset }
}

/**
 * A list: awaited, it is its first page; iterated, all items of all pages, each page requested when its first item is
 * taken. Nothing is sent before.
 */
export class Pages<A> implements PromiseLike<A>, AsyncIterable<ItemOf<A>> {
  readonly #ask: (args: RouteArguments) => Promise<unknown>
  readonly #args: RouteArguments

  constructor(ask: (args: RouteArguments) => Promise<unknown>, args: RouteArguments) {
    this.#ask = ask
    this.#args = args
  }

  /** The first page. */
  then<B = A, C = never>(
    onPage?: ((page: A) => B | PromiseLike<B>) | null,
    onError?: ((error: unknown) => C | PromiseLike<C>) | null
  ): Promise<B | C> {
    return (this.#ask(this.#args) as Promise<A>).then(onPage, onError)
  }

  /** Every page, the first one included. */
  async *pages(): AsyncGenerator<A, void, undefined> {
    let args: RouteArguments | undefined = this.#args
    while (args !== undefined) {
      const page: unknown = await this.#ask(args)
      yield page as A
      args = argumentsAfter(args, page as Page)
    }
  }

  /** Every item of every page. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<A>, void, undefined> {
    for await (const page of this.pages()) yield* (page as Page).results as ReadonlyArray<ItemOf<A>>
  }
}
