import type { PostHog } from "posthog-node"

/** An application as any other: it knows the SDK, and nothing of the tests. */
export class Shop {
  readonly #analytics: PostHog

  constructor(analytics: PostHog) {
    this.#analytics = analytics
  }

  /** Places an order by the check-out that the flag decides on. */
  async order(customer: string, euros: number): Promise<"short" | "long"> {
    const flags = await this.#analytics.evaluateFlags(customer)
    const checkout = flags.getFlag("new-checkout") === "short" ? "short" : "long"
    this.#analytics.capture({ distinctId: customer, event: "order placed", properties: { euros, checkout } })
    return checkout
  }

  /** Passes on what a customer says in the survey about the check-out. */
  rate(customer: string, survey: { readonly id: string; readonly question: string }, score: number): void {
    this.#analytics.capture({
      distinctId: customer,
      event: "survey sent",
      properties: { $survey_id: survey.id, [`$survey_response_${survey.question}`]: String(score) }
    })
  }
}
