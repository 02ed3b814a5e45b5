import { Duration } from "effect"

/** A query that is over within this time is a short one. */
export const shortTime = Duration.millis(500)

/** One that was short before may take this time in a short place: the machine may be busy. */
export const knownShortTime = Duration.seconds(2)

/** The time for which a query that took longer is taken for a long one. */
const longFor = Duration.seconds(10)

/** The most questions that are remembered. */
const mostRemembered = 10_000

interface Seen {
  readonly isShort: boolean
  readonly at: number
}

/** The length that a question is expected to have. */
export type ExpectedTime = "long" | "short" | "unknown"

/** Remembers of questions whether they were short when they last ran in this process. */
export class QuestionTimes {
  readonly #seen = new Map<string, Seen>()

  expected(question: string, now: number): ExpectedTime {
    const seen = this.#seen.get(question)
    if (seen === undefined) return "unknown"
    if (seen.isShort) return "short"
    return now < seen.at + Duration.toMillis(longFor) ? "long" : "unknown"
  }

  /** Notes whether the question was short. */
  saw(question: string, isShort: boolean, now: number): void {
    this.#seen.delete(question)
    this.#seen.set(question, { isShort, at: now })
    const [oldest] = this.#seen.keys()
    if (this.#seen.size > mostRemembered && oldest !== undefined) this.#seen.delete(oldest)
  }
}
