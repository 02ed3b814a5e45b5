import type { runtimeFaults } from "@hedgerow/core/query/RuntimeFaults"

export type FaultCode = keyof typeof runtimeFaults

const prefix = "hedgerow:"

/**
 * `otherwise` (given an Int64 for its place), or the end of the query with the fault when the condition holds. The
 * condition stands in both places: within lambdas ClickHouse evaluates constants of any branch.
 */
export const faultIf = (
  condition: string,
  code: FaultCode,
  otherwise: string,
  place: (int64: string) => string = (int64) => int64
): string => {
  const stop = `toInt64(throwIf(ifNull(${condition}, 0), '${prefix}${code}'))`
  return `if(${condition}, ${place(stop)}, ${otherwise})`
}

/** The code of a fault in ClickHouse's message. */
export const faultOf = (message: string): string | undefined => /hedgerow:([a-z_]+)/.exec(message)?.[1]
