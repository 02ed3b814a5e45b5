import { sha1Head } from "./Sha1.ts"

/** Identifiers count up to this many Unicode scalar values. */
const maxIdentifierLength = 200

/** 60 bits of all ones as a binary64, which is 2^60. */
const scale = 2 ** 60

/** The identifier without what stands after its first 200 Unicode scalar values. */
export const cutIdentifier = (identifier: string): string => {
  if (identifier.length <= maxIdentifierLength) return identifier
  let end = 0
  for (let count = 0; count < maxIdentifierLength && end < identifier.length; count++) {
    end += (identifier.codePointAt(end) ?? 0) >= 0x10000 ? 2 : 1
  }
  return identifier.slice(0, end)
}

const hash = (prefix: string, identifier: string, suffix: string): number =>
  sha1Head(prefix, identifier, suffix) / scale

/** The position of the identifier in a flag's rollout, from 0 to 1. An empty one is the first of all. */
export const rolloutHash = (flagKey: string, identifier: string): number =>
  identifier === "" ? 0 : hash(`${flagKey}.`, identifier, "")

/** The position of the identifier among a flag's variants, from 0 to 1. */
export const variantHash = (flagKey: string, identifier: string): number =>
  identifier === "" ? 0 : hash(`${flagKey}.`, identifier, "variant")

/** The position of the identifier in every holdout, from 0 to 1. */
export const holdoutHash = (identifier: string): number => hash("holdout-", identifier, "")

/** Whether a hash is within a percentage; the bound belongs to it. */
export const isWithin = (hash: number, percentage: number): boolean => hash <= percentage / 100

/** A percentage as filters have it; 100 when there is none. */
export const percentageOf = (value: unknown): number => {
  if (value === undefined || value === null) return 100
  return typeof value === "number" ? value : typeof value === "string" ? Number(value) : Number.NaN
}

/** The share of each variant as its upper bound, summed in stored order. */
export const variantBounds = (percentages: ReadonlyArray<number>): ReadonlyArray<number> => {
  let sum = 0
  return percentages.map((percentage) => sum += percentage / 100)
}

/** The first variant whose bound is above the hash; -1 when the bounds leave it out. */
export const variantAt = (bounds: ReadonlyArray<number>, hash: number): number => {
  for (let i = 0; i < bounds.length; i++) if (hash < (bounds[i] ?? 0)) return i
  return -1
}
