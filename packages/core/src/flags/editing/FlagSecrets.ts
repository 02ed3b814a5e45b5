import { Effect } from "effect"
import { fault, issueOf } from "../../evaluation/filters/FilterFault.ts"
import { isRedacted } from "../../evaluation/filters/HiddenPayloads.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { payloadsOf, sealPayloads, withFilters, withHiddenPayloads } from "./FlagPayloads.ts"

/** Payloads would have to be stored as they are. */
export const notConfigured = InvalidInput.at(
  ["has_encrypted_payloads"],
  "invalid_input",
  "Payloads cannot be encrypted: this installation has no secret key."
)

const hidden = (key: string): InputIssue =>
  issueOf(fault(["payloads", key], "payload.redacted", "The payload is hidden: send the new one, or leave it out."))

/** The flag with what was sent back hidden replaced by what it was, and what cannot be replaced. */
export const revealPayloads = (
  after: FeatureFlag,
  before: FeatureFlag | undefined
): { readonly flag: FeatureFlag; readonly issues: ReadonlyArray<InputIssue> } => {
  const known: JsonRecord = before?.has_encrypted_payloads === true ? payloadsOf(before.filters) : {}
  const unknown = Object.entries(payloadsOf(after.filters))
    .filter(([key, payload]) => isRedacted(payload) && !Object.hasOwn(known, key))
  return {
    flag: withFilters(after, withHiddenPayloads(after.filters, known)),
    issues: unknown.map(([key]) => hidden(key))
  }
}

/** Encrypted payloads do not become readable by a switch: a change that takes it off sends them anew. */
export const decryptionIssues = (
  before: FeatureFlag,
  after: FeatureFlag,
  sent: JsonRecord | undefined
): ReadonlyArray<InputIssue> => {
  if (!before.has_encrypted_payloads || after.has_encrypted_payloads) return []
  if (Object.keys(payloadsOf(after.filters)).length === 0) return []
  const payloads = Object.values(payloadsOf(sent ?? {}))
  return payloads.length > 0 && !payloads.some(isRedacted) ? [] : [{
    path: ["has_encrypted_payloads"],
    code: "invalid_input",
    message: "Encryption can be turned off together with new payloads only."
  }]
}

/** The sealed texts of payloads that are what they were. */
const unchanged = (after: FeatureFlag, stored: FeatureFlag, before: FeatureFlag): ReadonlyMap<string, string> => {
  const [readable, wanted] = [payloadsOf(before.filters), payloadsOf(after.filters)]
  return new Map(
    Object.entries(payloadsOf(stored.filters)).flatMap(([key, text]) =>
      typeof text === "string" && Object.hasOwn(wanted, key) && readable[key] === wanted[key] ? [[key, text]] : []
    )
  )
}

/**
 * The flag as it is stored: encrypted payloads sealed. A payload that is what it was stays sealed as it is, also one that
 * nobody can read; `stored` and `before` are the flag before, sealed and readable.
 */
export const sealed = Effect.fnUntraced(function*(after: FeatureFlag, stored?: FeatureFlag, before?: FeatureFlag) {
  if (!after.has_encrypted_payloads) return after
  const kept = stored?.has_encrypted_payloads === true && before !== undefined
    ? unchanged(after, stored, before)
    : undefined
  return withFilters(after, yield* Effect.mapError(sealPayloads(after.filters, after, kept), () => notConfigured))
})
