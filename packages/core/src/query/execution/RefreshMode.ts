/** The modes of a request: whether it may be answered from the cache, and whether it waits. */
export const refreshModes = [
  "async",
  "async_except_on_cache_miss",
  "blocking",
  "force_async",
  "force_blocking",
  "force_cache",
  "lazy_async"
] as const
export type RefreshMode = (typeof refreshModes)[number]

/** The modes of those who always wait. */
export const waitingModes = ["blocking", "force_blocking", "force_cache"] as const satisfies ReadonlyArray<RefreshMode>

const waiting: ReadonlySet<RefreshMode> = new Set(waitingModes)

/** Whether the caller always waits for the answer. */
export const waits = (mode: RefreshMode): boolean => waiting.has(mode)

/**
 * The state of the cache for a request: no result, a fresh one, one that is stale but still good for `lazy_async`, or
 * one that is stale for every mode.
 */
export type CacheState = "miss" | "fresh" | "aging" | "stale"

/**
 * The action on a request: the cached result is returned, the query is run while the caller waits, or it is run in the
 * background. `enqueue` returns a stale result, if there is one, with the status of the run.
 */
export type Action = "cached" | "compute" | "enqueue"

const always = (action: Action): Readonly<Record<CacheState, Action>> => ({
  miss: action,
  fresh: action,
  aging: action,
  stale: action
})

const blocking = { miss: "compute", fresh: "cached", aging: "compute", stale: "compute" } as const

/** The reference service's table of modes; `force_cache`, which insights have, is `blocking` on this endpoint. */
const actions: Readonly<Record<RefreshMode, Readonly<Record<CacheState, Action>>>> = {
  force_blocking: always("compute"),
  force_async: always("enqueue"),
  blocking,
  force_cache: blocking,
  async: { miss: "enqueue", fresh: "cached", aging: "enqueue", stale: "enqueue" },
  async_except_on_cache_miss: { miss: "compute", fresh: "cached", aging: "enqueue", stale: "enqueue" },
  lazy_async: { miss: "enqueue", fresh: "cached", aging: "cached", stale: "enqueue" }
}

/** The action of a mode for a state of the cache. */
export const actionOf = (mode: RefreshMode, state: CacheState): Action => actions[mode][state]

/** Whether the mode wants a new run even where one of the same query has ended. */
export const isForced = (mode: RefreshMode): boolean => mode === "force_async" || mode === "force_blocking"
