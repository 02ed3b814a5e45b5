import * as Context from "effect/Context"

/** More services than any request adds to its context. */
const mostAdded = 24

/**
 * The context with its services in one map, to which requests add without copying it. A context is a chain of what was
 * added to it, and is copied to one map when the chain gets long: each request would copy all settings (ADR 0081).
 */
export const sharedSettings = <R>(context: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe<R>(context.mapUnsafe, { maxDepth: mostAdded })
