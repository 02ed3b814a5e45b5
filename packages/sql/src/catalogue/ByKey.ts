import { type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { internalName } from "../planning/InternalNames.ts"
import { arrayOf, isInteger, isNumeric, mapOf, type SqlType, tupleOf, withNullable } from "../types/SqlType.ts"
import { convert } from "../typing/Coerce.ts"
import { call, float64, int64 } from "../typing/PlanExpr.ts"
import { checkKey, ofKind } from "./CatalogueArrays.ts"
import { composed } from "./Composed.ts"

/** Values by key, from a list of keys and numbers. */
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

/** Of each member of a list of numbers the sum as far as it. */
const running: FunctionEntry = takes(lenient(["array"], "Array", "the sums as far as each member"), (site) => {
  const list = ofKind(site, 0, "Array")
  const { element } = list.type
  if (!isNumeric(element) && element.kind !== "Nothing" && element.kind !== "Bool") return site.illegalType(0)
  const number: SqlType = element.kind === "Float64" ? float64 : int64
  const numbers = element.kind === "Bool" ? composed(site, "arrayMap(x -> x + 0, a)", [list]) : list
  const type = arrayOf(withNullable(number, true))
  return call("runningSums", [convert(numbers, type)], type)
})

/** The functions that only composed texts name; users cannot write their names. */
export const byKeyEntries: Entries = {
  [internalName("runningSums")]: running,
  [internalName("sumByKey")]: byKey("sum"),
  [internalName("minByKey")]: byKey("min"),
  [internalName("maxByKey")]: byKey("max")
}
