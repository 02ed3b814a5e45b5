import { Schema } from "effect"

/** The project has no such subscription. */
export class SubscriptionNotFound extends Schema.TaggedError<SubscriptionNotFound>()("SubscriptionNotFound", {}) {}

/** A link that ends mails to an address is too old, or none of this installation's. */
export class UnsubscribeLinkInvalid
  extends Schema.TaggedError<UnsubscribeLinkInvalid>()("UnsubscribeLinkInvalid", {})
{}
