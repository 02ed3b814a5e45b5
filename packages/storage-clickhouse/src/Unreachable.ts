import { ClickHouseUnavailable } from "./ClickHouseErrors.ts"

/** Whether a failure of this storage means that its engine does not answer, rather than that it refused. */
export const isUnreachable = (error: unknown): boolean => error instanceof ClickHouseUnavailable
