/** The operations of one path in the contract. */
export interface IndexedPath {
  readonly template: string
  /** The value of `Allow`. */
  readonly methods: string
  readonly crossOrigin: boolean
  /** Whether its answers set their own caching, as those of the server's further paths may. */
  readonly ownCaching: boolean
  readonly answersStale: boolean
}

/** The contract's paths, found by URL for any method. */
export interface RouteIndex {
  readonly all: ReadonlyArray<IndexedPath>
  readonly find: (url: string) => IndexedPath | undefined
}
