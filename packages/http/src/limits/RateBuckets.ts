import { Context } from "effect"

/** At most `limit` requests in any `windowSeconds`. */
export interface Rate {
  readonly limit: number
  readonly windowSeconds: number
}

/** The rates of one group of endpoints, all of which hold. A bucket counts per key, or per key and project. */
export interface RateBucket {
  readonly rates: ReadonlyArray<Rate>
  readonly per: "key" | "key and project"
}

const perMinute = (limit: number): Rate => ({ limit, windowSeconds: 60 })
const perHour = (limit: number): Rate => ({ limit, windowSeconds: 3_600 })
const perDay = (limit: number): Rate => ({ limit, windowSeconds: 86_400 })

/** Every bucket with its default rates. */
export const rateBuckets = {
  /** Requests that end in 401, by the client's address. */
  anonymous: { rates: [perMinute(480), perHour(4_800)], per: "key" },
  /** Every endpoint that names no other. */
  default: { rates: [perMinute(480), perHour(4_800)], per: "key" },
  /** Requests that read events or persons: the reference service's `clickhouse` rates. */
  analytics: { rates: [perMinute(240), perHour(1_200)], per: "key" },
  /** Running queries. */
  query: { rates: [perMinute(240), perHour(2_400)], per: "key" },
  /** Running SQL, beside `query`. */
  sql: { rates: [perHour(120)], per: "key" },
  /** Reading flag definitions for local evaluation. */
  local_evaluation: { rates: [perMinute(600)], per: "key" },
  /** Reading the payload of a remote config flag. */
  remote_config: { rates: [perMinute(600)], per: "key and project" },
  /** Requests that ask a language model. */
  ai: { rates: [perMinute(10), perDay(100)], per: "key" }
} as const satisfies Readonly<Record<string, RateBucket>>

export type RateBucketName = keyof typeof rateBuckets

/** A bucket that endpoints name. */
export type EndpointBucketName = Exclude<RateBucketName, "anonymous">

export const rateBucketNames = Object.keys(rateBuckets) as ReadonlyArray<RateBucketName>

/** The buckets a request to an endpoint is counted in, all of them at once; none means it is not throttled. */
export class RateLimited extends Context.Reference<ReadonlyArray<EndpointBucketName>>(
  "@hedgerow/http/limits/RateBuckets/RateLimited",
  { defaultValue: () => ["default"] }
) {}
