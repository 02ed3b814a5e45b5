import { choice, text } from "@hedgerow/core/shared/Fields"
import { deliveryStates } from "@hedgerow/core/webhooks/WebhookDelivery"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { listQuery } from "../entities/EntityQuery.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf } from "../requests/Paging.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { described, operation } from "../shared/Described.ts"
import { NewWebhook, WebhookChanges, WebhookDeliveryRecord, WebhookRecord } from "./WebhookSchema.ts"

/** The filters of lists of deliveries. */
export const deliveryFilterFields = {
  state: choice(deliveryStates).optional.describe("Deliveries of this state alone.", "failed"),
  type: text({ verbatim: true }).optional.describe("Deliveries of this type alone.", "feature_flag.updated")
}

const webhooks = entityApi({
  path: "webhooks",
  one: "webhook",
  many: "webhooks",
  scope: "webhook",
  filter: {},
  listed: WebhookRecord,
  record: WebhookRecord
})

const one = oneInProject("The webhook's id.")
const params = { ...one, delivery_id: described(Schema.String, "The delivery's id.") }

/** Addresses that are told of changes, responses and events. */
export class WebhooksApi extends HttpApiGroup.make("webhooks")
  .add(
    webhooks.list,
    webhooks.create(NewWebhook),
    webhooks.read,
    webhooks.update(WebhookChanges),
    webhooks.remove,
    webhooks.activityOfOne("activity"),
    HttpApiEndpoint.post("rotateSecret", "/webhooks/:id/rotate_secret/", { params: one, success: WebhookRecord })
      .annotate(RequiredScope, "webhook:write")
      .annotateMerge(operation(
        "Rotate a webhook's secret",
        "Gives the webhook a new secret and returns it once. For a day signatures are made with the former one, too."
      )),
    HttpApiEndpoint.post("test", "/webhooks/:id/test/", {
      params: one,
      success: WebhookDeliveryRecord.pipe(HttpApiSchema.status(201))
    })
      .annotate(RequiredScope, "webhook:write")
      .annotateMerge(
        operation("Test a webhook", "Sends a message of the type `webhook.test`, and returns its delivery.")
      ),
    HttpApiEndpoint.get("deliveries", "/webhooks/:id/deliveries/", {
      params: one,
      query: listQuery(deliveryFilterFields),
      success: pageOf(WebhookDeliveryRecord)
    })
      .annotate(RequiredScope, "webhook:read")
      .annotateMerge(operation(
        "List a webhook's deliveries",
        "A page of the messages of the last thirty days, the latest first."
      )),
    HttpApiEndpoint.get("delivery", "/webhooks/:id/deliveries/:delivery_id/", {
      params,
      success: WebhookDeliveryRecord
    })
      .annotate(RequiredScope, "webhook:read")
      .annotateMerge(operation("Read a delivery", "Returns one message, and how sending it went.")),
    HttpApiEndpoint.post("resend", "/webhooks/:id/deliveries/:delivery_id/resend/", {
      params,
      success: WebhookDeliveryRecord
    })
      .annotate(RequiredScope, "webhook:write")
      .annotateMerge(operation(
        "Send a delivery again",
        "Sends a message once more, with all of its attempts and the same `webhook-id`, and returns it."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({
      title: "Webhooks",
      description: "Addresses that are told of changes of flags, experiments, surveys and cohorts, of responses to "
        + "surveys, and of events. Bodies are signed by Standard Webhooks."
    })
  )
{}
