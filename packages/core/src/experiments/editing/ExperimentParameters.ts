import { type Broken, typeName } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"

/** The variants of an experiment that names none. */
export const usualVariants: ReadonlyArray<JsonRecord> = [
  { key: "control", name: "Control Group", rollout_percentage: 50 },
  { key: "test", name: "Test Variant", rollout_percentage: 50 }
]

/** An experiment has fewer variants than this. */
const tooManyVariants = 21

type Parameters = JsonRecord | null

/** The variants that some parameters name; undefined when they name none. */
export const variantsIn = (parameters: Parameters): ReadonlyArray<JsonRecord> | undefined => {
  const variants = parameters?.["feature_flag_variants"]
  return Array.isArray(variants) && variants.length > 0 ? variants.filter(isJsonRecord) : undefined
}

/** The keys of variants as they were sent. */
export const keysOf = (variants: ReadonlyArray<JsonRecord>): ReadonlyArray<unknown> => variants.map(({ key }) => key)

const place = "feature_flag_variants"

const invalid = (message: string, path: Broken["path"] = [place]): Broken => ({ code: "invalid_input", message, path })

const shapeFault = (variant: unknown, index: number): Broken | undefined => {
  if (!isJsonRecord(variant)) {
    const message = `Expected a dictionary of items but got type "${typeName(variant)}".`
    return { code: "not_a_dict", message, path: [place, index] }
  }
  const { key } = variant
  return typeof key === "string" && key !== ""
    ? undefined
    : invalid("Variant keys must be strings that are not empty.", [place, index, "key"])
}

const rolloutFault = ({ rollout_percentage: share }: JsonRecord): Broken | undefined =>
  share === undefined || share === null || typeof share === "number" && share >= 0 && share <= 100
    ? undefined
    : invalid("Rollout percentages must be numbers between 0 and 100.", ["rollout_percentage"])

/** The fault of parameters, without the rest of the experiment. */
export const parametersFault = (parameters: JsonRecord): Broken | undefined => {
  const variants = parameters[place] ?? []
  if (!Array.isArray(variants)) {
    return { ...invalid(`Expected a list of items but got type "${typeName(variants)}".`), code: "not_a_list" }
  }
  if (variants.length >= tooManyVariants) return invalid(`Feature flag variants must be less than ${tooManyVariants}`)
  for (const [index, variant] of variants.entries()) {
    const broken = shapeFault(variant, index)
    if (broken !== undefined) return broken
  }
  if (variants.length === 0) return rolloutFault(parameters)
  const keys = keysOf(variants)
  if (keys.length < 2) {
    return invalid("Feature flag must have at least 2 variants (control and at least one test variant)")
  }
  if (!keys.includes("control")) return invalid("Feature flag variants must contain a control variant")
  return rolloutFault(parameters)
}

/** The parameters of a web experiment also have the share of each variant by its key. */
export const withWebVariants = (parameters: Parameters, variants: ReadonlyArray<JsonRecord>): JsonRecord => {
  const known = parameters?.["variants"]
  const before = isJsonRecord(known) ? known : {}
  const shares = variants.map(({ key, rollout_percentage }) => {
    const own = before[String(key)]
    return [String(key), { ...(isJsonRecord(own) ? own : {}), rollout_percentage }] as const
  })
  return { ...parameters, variants: Object.fromEntries(shares) }
}
