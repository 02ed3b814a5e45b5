import type { RateAnswer } from "../shared/RateAnswer.ts"

/** The state of the tightest rate that a request was counted by, for whoever sent it. */
export const rateHeaders = ({ limit, remaining, resetSeconds }: RateAnswer): Readonly<Record<string, string>> => ({
  "ratelimit-limit": String(limit),
  "ratelimit-remaining": String(remaining),
  "ratelimit-reset": String(resetSeconds)
})
