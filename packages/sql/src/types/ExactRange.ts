import type { ExactType } from "./SqlType.ts"

/** The integers from the least to the greatest, both included. */
export type Range = readonly [least: bigint, greatest: bigint]

/** The range of an exact type, in units of the last digit. */
export const exactRange = (type: ExactType): Range => {
  if (type.kind === "Unsigned") return [0n, 2n ** 64n - 1n]
  const limit = 10n ** BigInt(type.precision) - 1n
  return [-limit, limit]
}
