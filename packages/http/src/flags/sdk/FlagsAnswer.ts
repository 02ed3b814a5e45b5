import { type FlagResult, type FlagResults, flagValue } from "@hedgerow/core/evaluation/FlagResult"
import type { FlagsShape } from "./FlagsShape.ts"

/** The fields of an answer beside the flags. */
export interface AnswerFacts {
  readonly requestId: string
  readonly evaluatedAt: number
  readonly isQuotaLimited: boolean
  /** The members of the configuration as JSON text, when the answer holds them. */
  readonly config: string | undefined
}

const detailsOf = ({ enabled, failed, flag, payload, reason, variant }: FlagResult): unknown => ({
  key: flag.key,
  enabled,
  variant,
  reason: { code: reason.code, condition_index: reason.conditionIndex, description: reason.description },
  metadata: {
    id: flag.id,
    version: flag.version,
    description: null,
    payload,
    has_experiment: flag.has_experiment === true
  },
  ...(failed === true ? { failed } : undefined)
})

/** Results are shared between requests, so is their text. */
const detailTexts = new WeakMap<FlagResult, string>()

const detailText = (key: string, result: FlagResult): string => {
  const known = detailTexts.get(result)
  if (known !== undefined) return known
  const text = `${JSON.stringify(key)}:${JSON.stringify(detailsOf(result))}`
  detailTexts.set(result, text)
  return text
}

const details = (flags: FlagResults["flags"]): string => {
  const texts: Array<string> = []
  for (const [key, result] of flags) texts.push(detailText(key, result))
  return `"flags":{${texts.join(",")}}`
}

/** A flag that could not be evaluated is left out, so that clients keep the value they have. */
const valuesOf = (flags: FlagResults["flags"]) =>
  Object.fromEntries([...flags].flatMap(([key, result]) => result.failed === true ? [] : [[key, flagValue(result)]]))

const payloadsOf = (flags: FlagResults["flags"]) =>
  Object.fromEntries([...flags].flatMap(([key, { payload }]) => payload === null ? [] : [[key, payload]]))

const withPayloads = (flags: FlagResults["flags"]): string =>
  `"featureFlags":${JSON.stringify(valuesOf(flags))},"featureFlagPayloads":${JSON.stringify(payloadsOf(flags))}`

const onOf = (flags: FlagResults["flags"]): FlagResults["flags"] =>
  new Map([...flags].filter(([, { enabled }]) => enabled))

const flagMembers: Readonly<Record<FlagsShape, (flags: FlagResults["flags"]) => string>> = {
  details,
  values: withPayloads,
  on: (flags) => `"featureFlags":${JSON.stringify(valuesOf(onOf(flags)))}`,
  names: (flags) => `"featureFlags":${JSON.stringify([...onOf(flags).keys()])}`
}

/** The body of an answer with flags as JSON text. */
export const flagsAnswer = (shape: FlagsShape, results: FlagResults, facts: AnswerFacts): string => {
  const members = [
    `"errorsWhileComputingFlags":${results.errorsWhileComputing}`,
    flagMembers[shape](results.flags),
    `"requestId":${JSON.stringify(facts.requestId)}`,
    `"evaluatedAt":${facts.evaluatedAt}`
  ]
  if (facts.isQuotaLimited) members.push("\"quotaLimited\":[\"feature_flags\"]")
  if (facts.config !== undefined) members.push(facts.config)
  return `{${members.join(",")}}`
}
