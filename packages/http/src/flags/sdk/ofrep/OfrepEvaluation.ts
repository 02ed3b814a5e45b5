import type { FlagReasonCode } from "@hedgerow/core/evaluation/FlagReason"
import { type FlagResult, flagValue } from "@hedgerow/core/evaluation/FlagResult"
import { ofrepFault } from "./OfrepFault.ts"

const reasons: Readonly<Partial<Record<FlagReasonCode, string>>> = {
  super_condition_value: "TARGETING_MATCH",
  condition_match: "TARGETING_MATCH",
  holdout_condition_value: "SPLIT",
  out_of_rollout_bound: "SPLIT",
  flag_disabled: "DISABLED"
}

/** Metadata holds texts, numbers and booleans alone. */
const metadataOf = ({ flag, payload, reason }: FlagResult) => ({
  flagId: flag.id,
  version: flag.version,
  reasonCode: reason.code,
  reasonDescription: reason.description,
  ...(payload === null ? undefined : { payload })
})

/** One flag's evaluation: the value is the variant, or whether the flag is on. */
export const ofrepEvaluation = (result: FlagResult): Readonly<Record<string, unknown>> => {
  const { flag, reason, variant } = result
  if (result.failed === true) return { key: flag.key, ...ofrepFault("GENERAL", reason.description) }
  return {
    key: flag.key,
    value: flagValue(result),
    ...(variant === null ? undefined : { variant }),
    reason: reasons[reason.code] ?? "DEFAULT",
    metadata: metadataOf(result)
  }
}
