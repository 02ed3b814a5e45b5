/** The address and the keys of the server under attack. */
export interface Target {
  readonly url: string
  readonly token: string
  readonly key: string
}

/** One request of an attack. */
export interface Exchange {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

/** A request, and those that make the state it needs. */
export interface Attack {
  /** As in the contract: `POST /batch/`. */
  readonly route: string
  readonly name: string
  readonly before: (target: Target) => ReadonlyArray<Exchange>
  /** `copy` tells those that are sent at once from each other. */
  readonly request: (target: Target, copy?: number) => Exchange
  /** The limit of the server's heap, of attacks that ask for a large answer; its own if it is left out. */
  readonly heapMegabytes?: number
  /** Settings of the server. */
  readonly settings?: Readonly<Record<string, string>>
}
