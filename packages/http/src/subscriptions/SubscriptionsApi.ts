import { choice, integer } from "@hedgerow/core/shared/Fields"
import { targetTypes } from "@hedgerow/core/subscriptions/Subscription"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { listQuery } from "../entities/EntityQuery.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf } from "../requests/Paging.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import {
  NewSubscription,
  SubscriptionChanges,
  SubscriptionDeliveryRecord,
  SubscriptionRecord
} from "./SubscriptionSchema.ts"

const id = integer({ minimum: 1 })

/** The filters of lists. */
export const subscriptionFilterFields = {
  dashboard: id.optional.describe("Subscriptions of this dashboard alone.", 1),
  insight: id.optional.describe("Subscriptions of this insight alone.", 1),
  target_type: choice(targetTypes).optional.describe("Subscriptions that are sent in this way alone.", "email")
}

const subscriptions = entityApi({
  path: "subscriptions",
  one: "subscription",
  many: "subscriptions",
  scope: "subscription",
  filter: subscriptionFilterFields,
  listed: SubscriptionRecord,
  record: SubscriptionRecord
})

const one = oneInProject("The subscription's id.")

/** Dashboards and insights that are sent on schedules. */
export class SubscriptionsApi extends HttpApiGroup.make("subscriptions")
  .add(
    subscriptions.list,
    subscriptions.create(NewSubscription),
    subscriptions.read,
    subscriptions.update(SubscriptionChanges),
    subscriptions.refuseRemoval,
    subscriptions.activityOfOne("activity"),
    HttpApiEndpoint.post("testDelivery", "/subscriptions/:id/test-delivery/", {
      params: one,
      success: SubscriptionDeliveryRecord.pipe(HttpApiSchema.status(201))
    })
      .annotate(RequiredScope, "subscription:write")
      .annotateMerge(operation(
        "Test a subscription",
        "Sends the subscription to its targets now, beside its schedule, and returns the delivery. One is made at a time."
      )),
    HttpApiEndpoint.get("deliveries", "/subscriptions/:id/deliveries/", {
      params: one,
      query: listQuery({}),
      success: pageOf(SubscriptionDeliveryRecord)
    })
      .annotate(RequiredScope, "subscription:read")
      .annotateMerge(operation(
        "List a subscription's deliveries",
        "A page of the last 20 deliveries, the latest first, and how sending each went."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Subscriptions",
    description: "Dashboards and insights that are sent on schedules: by email with charts as pictures, or to webhooks."
  }))
{}
