import { convert } from "../resolve/Coerce.ts"
import { call, float64, int64 } from "../resolve/PlanExpr.ts"
import { arrayOf, isInteger, isNumeric, mapOf, type SqlType, tupleOf, withNullable } from "../SqlType.ts"
import { type Entries, type FunctionEntry, takes } from "./CallSite.ts"
import { checkKey, ofKind } from "./CatalogueArrays.ts"
import { internalName } from "./Composed.ts"
import { lenient } from "./Described.ts"

/** Of a list of keys and numbers, what is known by key. */
const byKey = (mode: "sum" | "min" | "max"): FunctionEntry =>
  takes(lenient(["array"], "Map", `by key, the ${mode} of the numbers`), (site) => {
    const pairs = ofKind(site, 0, "Array")
    const { element } = pairs.type
    const [key, value] = element.kind === "Tuple" ? element.elements : []
    if (key === undefined || value === undefined || !(isNumeric(value) || value.kind === "Nothing")) {
      return site.illegalType(0)
    }
    checkKey(key, site)
    const number: SqlType = isInteger(value) || value.kind === "Nothing" ? int64 : float64
    const type = tupleOf([withNullable(key, true), withNullable(number, true)])
    return call(
      `${mode}ByKey`,
      [convert(pairs, arrayOf(type))],
      mapOf(withNullable(key, false), withNullable(number, true))
    )
  })

/** What only our own texts name. */
export const byKeyEntries: Entries = {
  [internalName("sumByKey")]: byKey("sum"),
  [internalName("minByKey")]: byKey("min"),
  [internalName("maxByKey")]: byKey("max")
}
