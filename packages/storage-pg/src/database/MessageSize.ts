import { Predicate } from "effect"

/**
 * The most bytes of one message of PostgreSQL, such as a row. No part of the product stores a row of that size, since long
 * texts are stored in parts; a query can ask for one. A larger message is refused by its length, before it is read, and its
 * connection ends.
 */
export const largestMessage = 256 * 1024 * 1024

/** Whether the driver has refused a message for its length. */
export const isTooLargeMessage = (error: unknown): boolean =>
  Predicate.isTagged(error, "PgProtocolParseError")
  && Predicate.hasProperty(error, "message")
  && String(error.message).includes("exceeds maxMessageSize")
