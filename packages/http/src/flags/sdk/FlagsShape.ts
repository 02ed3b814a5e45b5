/**
 * The form of flags in an answer: `details` with their reasons (version 2), `values` and payloads by key (version 1),
 * `on` as values of those that are on, `names` as a list of those that are on.
 */
export type FlagsShape = "details" | "names" | "on" | "values"

/** The version as a number; undefined for what is none. */
const versionOf = (version: string): number | undefined => /^\d{1,9}$/.test(version) ? Number(version) : undefined

/** The shape of an answer of `/flags`; without a version, asking for the configuration too is an old client's way. */
export const flagsShape = (version: string | undefined, hasConfig: boolean): FlagsShape => {
  if (version === undefined) return hasConfig ? "values" : "details"
  return (versionOf(version) ?? 1) >= 2 ? "details" : "values"
}

const decideShapes: Readonly<Record<number, FlagsShape>> = { 0: "names", 1: "names", 2: "on", 3: "values" }

/** The shape of an answer of `/decide`, the older path. */
export const decideShape = (version: string | undefined): FlagsShape =>
  decideShapes[versionOf(version ?? "1") ?? 1] ?? "details"
