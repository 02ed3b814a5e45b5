import { type Rate, type RateBucketName, rateBucketNames } from "@hedgerow/http/limits/RateBuckets"
import type { RateLimiterOptions } from "@hedgerow/http/limits/RateLimiter"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

const unitSeconds = { second: 1, minute: 60, hour: 3_600, day: 86_400 }

const RateList = Schema.String.check(
  Schema.isPattern(/^[1-9]\d{0,8}\/(second|minute|hour|day)(,[1-9]\d{0,8}\/(second|minute|hour|day))*$/, {
    message: "must be like 480/minute or 480/minute,4800/hour, of 1 or more"
  })
)

const rateOf = (text: string): Rate => {
  const [limit = "", unit = ""] = text.split("/")
  return { limit: Number(limit), windowSeconds: unitSeconds[unit as keyof typeof unitSeconds] }
}

/** A variable for each bucket: `RATE_LIMIT_QUERY`, … */
const ratesOf = (bucket: RateBucketName): Config.Config<Option.Option<ReadonlyArray<Rate>>> =>
  Config.schema(RateList, `RATE_LIMIT_${bucket.toUpperCase()}`).pipe(
    Config.map((text) => text.split(",").map(rateOf)),
    Config.option
  )

const rates = Config.all(
  rateBucketNames.map((bucket) => Config.map(ratesOf(bucket), (found) => [bucket, found] as const))
)
  .pipe(
    Config.map((all): NonNullable<RateLimiterOptions["rates"]> =>
      Object.fromEntries(all.flatMap(([bucket, found]) => Option.isSome(found) ? [[bucket, found.value]] : []))
    )
  )

const ProjectIds = Schema.String.check(
  Schema.isPattern(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/, { message: "must be project ids like 1,2" })
)

const allowProjects = Config.schema(ProjectIds, "RATE_LIMIT_ALLOW_PROJECTS").pipe(
  Config.map((text): ReadonlyArray<number> => text.split(",").map(Number)),
  Config.withDefault<ReadonlyArray<number>>([])
)

/** The rate limits, when they are on. */
export const rateLimits: Config.Config<Option.Option<RateLimiterOptions>> = Config.all({
  isOn: Config.Boolean("RATE_LIMITS").pipe(Config.withDefault(false)),
  options: Config.all({ rates, allowProjects })
}).pipe(Config.map(({ isOn, options }) => isOn ? Option.some(options) : Option.none()))
