import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { Predicate } from "effect"
import { ClickHouseUnavailable } from "../protocol/ClickHouseErrors.ts"

/** Whether a failure of this storage means that its engine cannot serve now, rather than that it refused. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ClickHouseUnavailable
  || error instanceof EventStoreUnavailable
  || Predicate.isError(error) && error.cause instanceof ClickHouseUnavailable
