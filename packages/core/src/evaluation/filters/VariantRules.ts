import { typeName } from "../../shared/Field.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { percentageFaults } from "./ConditionRules.ts"
import { fault, faultsBelow, faultsOfEach, type FilterFault } from "./FilterFault.ts"

type Faults = ReadonlyArray<FilterFault>

/** Sums of decimals miss 100 by rounding alone. */
const tolerance = 1e-9

const variantFaults = (variant: unknown, seen: Set<unknown>): Faults => {
  if (!isJsonRecord(variant)) {
    const message = `Expected a dictionary of items but got type "${typeName(variant)}".`
    return [fault([], "shape.object", message, "not_a_dict")]
  }
  const { key, rollout_percentage: percentage } = variant
  const faults: Array<FilterFault> = []
  if (key === undefined || key === null || (typeof key === "string" && key.trim() === "")) {
    faults.push(fault(["key"], "variant.key_blank", "Variant keys must not be empty."))
  } else if (typeof key !== "string") {
    faults.push(fault(["key"], "variant.key_text", "Variant keys must be strings."))
  } else if (seen.has(key)) {
    faults.push(fault(["key"], "variant.key_unique", `Variant keys must be unique: '${key}'.`))
  }
  seen.add(key)
  if (percentage === undefined || percentage === null) {
    faults.push(fault(["rollout_percentage"], "variant.percentage", "This field is required.", "required"))
  }
  return [...faults, ...percentageFaults("rollout_percentage", percentage)]
}

const sumOf = (variants: ReadonlyArray<unknown>): number =>
  variants.reduce<number>((sum, variant) => {
    const percentage = isJsonRecord(variant) ? variant["rollout_percentage"] : undefined
    return sum + (typeof percentage === "number" ? percentage : 0)
  }, 0)

/** Everything wrong with the variants: the sum first. */
export const multivariateFaults = ({ multivariate }: JsonRecord): Faults => {
  if (multivariate === undefined || multivariate === null) return []
  const variants = isJsonRecord(multivariate) ? multivariate["variants"] ?? [] : undefined
  if (!Array.isArray(variants)) {
    return [fault(["multivariate"], "shape.multivariate", "Variants must be passed as a list in a dictionary.")]
  }
  const seen = new Set<unknown>()
  const each = faultsOfEach<unknown>(
    variants,
    (variant, index) => faultsBelow(["multivariate", "variants", index], variantFaults(variant, seen))
  )
  const isWhole = variants.length === 0 || Math.abs(sumOf(variants) - 100) < tolerance
  const sum = fault(
    ["multivariate", "variants"],
    "cross_field.variant_rollout_sum_not_100",
    "Invalid variant definitions: Variant rollout percentages must sum to 100."
  )
  return isWhole ? each : [sum, ...each]
}
