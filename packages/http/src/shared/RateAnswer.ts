/** The state of the tightest rate after a request; of a refused request `resetSeconds` is the time to wait. */
export interface RateAnswer {
  readonly isAllowed: boolean
  readonly limit: number
  readonly remaining: number
  /** The seconds until the oldest counted requests leave the window. */
  readonly resetSeconds: number
}
