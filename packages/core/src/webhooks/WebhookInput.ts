import { boolean, choice, list, text } from "../shared/Fields.ts"
import { beyondSchema } from "../shared/FieldSchema.ts"
import { isWebAddress, webhookFormats } from "./Webhook.ts"
import { webhookFilters } from "./WebhookFilters.ts"
import { webhookTypes } from "./WebhookTypes.ts"

const url = text({ maxLength: 2_000 })
  .check(
    (value) =>
      isWebAddress(value) ? undefined : { code: "invalid_input", message: "Enter a URL that begins with https://." },
    beyondSchema
  )
  .describe("The address that bodies are posted to: `https`, and no private address.", "https://example.com/hooks")

const name = text({ blank: true, maxLength: 400 }).describe("The name that people see.", "Deployments channel")

const types = list(choice(webhookTypes), { distinct: true, nonEmpty: true, maxLength: 100 }).describe(
  "The types that it is told of. `feature_flag.*` stands for all of flags, `*` for all but `event.captured`.",
  ["feature_flag.*"]
)

const filters = webhookFilters.describe("Narrows responses and captured events; see each of its names.", {
  events: ["order paid"]
})

const format = choice(webhookFormats).describe(
  "`standard`: a JSON body by Standard Webhooks. `slack`: a message for an incoming webhook of Slack.",
  "standard"
)

const active = boolean().describe("Whether it is told of anything. True also ends a pause after failures.", true)

/** The fields of a new webhook. */
export const newWebhookFields = {
  name: name.orElse(""),
  url,
  types,
  filters: filters.orElse({}),
  format: format.orElse("standard"),
  active: active.orElse(true)
}

/** The fields that a change may have. */
export const webhookFields = {
  name,
  url,
  types,
  filters,
  format,
  active,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false)
}
