import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { RateAnswer } from "../shared/RateAnswer.ts"
import { type Rate, type RateBucketName, rateBucketNames, rateBuckets } from "./RateBuckets.ts"
import { makeSlidingWindow, type SlidingWindow } from "./SlidingWindow.ts"

/** One request as the limiter sees it. */
export interface RateRequest {
  /** The name that a caller is counted by: the id of its key, or the address of a client without a sound one. */
  readonly key: string
  readonly project: ProjectId | undefined
  readonly buckets: ReadonlyArray<RateBucketName>
}

/** Decides on requests; `undefined` is one that nothing limits. */
export interface RateLimits {
  readonly consume: (request: RateRequest) => Effect.Effect<RateAnswer | undefined>
}

export interface RateLimiterOptions {
  /** Rates that replace those of `rateBuckets`. */
  readonly rates?: Partial<Readonly<Record<RateBucketName, ReadonlyArray<Rate>>>>
  /** Requests in these projects are not limited. */
  readonly allowProjects?: ReadonlyArray<number>
  /** The number of keys that a window keeps per turn before it forgets the longest unused. */
  readonly capacity?: number
}

/** Whether requests are limited, and by whom. Off by default. */
export class RateLimiter extends Context.Reference<Option.Option<RateLimits>>(
  "@hedgerow/http/limits/RateLimiter",
  { defaultValue: () => Option.none() }
) {
  /** Limits the requests that this process answers. */
  static readonly layer = (options: RateLimiterOptions = {}): Layer.Layer<never> =>
    Layer.sync(RateLimiter, () => Option.some(makeRateLimits(options)))
}

/** One rate with what its keys have used. */
interface LimitedRate {
  readonly rate: Rate
  readonly window: SlidingWindow
  readonly keyOf: (request: RateRequest) => string
}

/** The state of a rate before a request. */
interface Standing extends LimitedRate {
  readonly key: string
  readonly remaining: number
  readonly resetSeconds: number
}

const defaultCapacity = 100_000

const perKey = ({ key }: RateRequest): string => key
const perKeyAndProject = ({ key, project }: RateRequest): string => `${key} ${project ?? ""}`

const limitedRates = (
  name: RateBucketName,
  { capacity = defaultCapacity, rates = {} }: RateLimiterOptions
): ReadonlyArray<LimitedRate> =>
  (rates[name] ?? rateBuckets[name].rates).map((rate) => ({
    rate,
    window: makeSlidingWindow(rate, capacity),
    keyOf: rateBuckets[name].per === "key" ? perKey : perKeyAndProject
  }))

const standingOf = ({ keyOf, rate, window }: LimitedRate, request: RateRequest, now: number): Standing => {
  const key = keyOf(request)
  const { freedAt, used } = window.usage(key, now)
  const resetSeconds = used === 0 ? rate.windowSeconds : Math.max(1, Math.ceil((freedAt - now) / 1000))
  return { rate, window, keyOf, key, remaining: rate.limit - used, resetSeconds }
}

/** Of two rates the one with fewer requests left, and of those the one that frees later. */
const tighter = (a: Standing, b: Standing): Standing => {
  if (a.remaining !== b.remaining) return a.remaining < b.remaining ? a : b
  return a.resetSeconds >= b.resetSeconds ? a : b
}

/**
 * Limits kept in memory. All rates of a request apply together, and a request that one of them refuses is counted by
 * none.
 */
export const makeRateLimits = (options: RateLimiterOptions): RateLimits => {
  const allowed: ReadonlySet<number> = new Set(options.allowProjects)
  const limits = new Map(rateBucketNames.map((name) => [name, limitedRates(name, options)]))

  const decide = (request: RateRequest, now: number): RateAnswer | undefined => {
    if (request.project !== undefined && allowed.has(request.project)) return undefined
    const standings = request.buckets.flatMap((name) => limits.get(name) ?? [])
      .map((limited) => standingOf(limited, request, now))
    const [first] = standings
    if (first === undefined) return undefined
    const { rate: { limit }, remaining, resetSeconds } = standings.reduce(tighter)
    if (remaining <= 0) return { isAllowed: false, limit, remaining: 0, resetSeconds }
    for (const { key, window } of standings) window.count(key, now)
    return { isAllowed: true, limit, remaining: remaining - 1, resetSeconds }
  }

  return { consume: (request) => Effect.map(Clock.currentTimeMillis, (now) => decide(request, now)) }
}
