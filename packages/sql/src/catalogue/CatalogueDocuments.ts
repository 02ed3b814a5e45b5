import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, takes } from "../planning/CallSite.ts"
import { lenient } from "../planning/Described.ts"
import { documentText } from "../typing/Documents.ts"
import { literal, string } from "../typing/PlanExpr.ts"
import { composed } from "./Composed.ts"

const quotedText = "if(isNull(a), 'null', concat('\"', toString(a), '\"'))"

/** JSON of a value that is not NULL of itself, by its type. */
const jsonBy = (site: CallSite, { type }: Expr): string => {
  switch (type.kind) {
    case "Array":
      return "concat('[', arrayStringConcat(arrayMap(x -> toJSONString(x), a), ','), ']')"
    case "Tuple": {
      const members = type.elements.map((_, i) => `toJSONString(tupleElement(a, ${i + 1}))`)
      return `concat('[', ${members.join(", ',', ")}, ']')`
    }
    case "Map":
      return "concat('{', arrayStringConcat(arrayMap((k, v) -> concat(toJSONString(toString(assumeNotNull(k))), ':', "
        + "toJSONString(v)), mapKeys(a), mapValues(a)), ','), '}')"
    case "String":
      return "ifNull(_jsonOfText(a), 'null')"
    case "Float64":
      return "if(isFinite(a), toString(a), 'null')"
    case "Date":
    case "DateTime64":
    case "Decimal":
    case "UUID":
      return quotedText
    case "Lambda":
      return site.illegalType(0)
    default:
      return "ifNull(toString(a), 'null')"
  }
}

const toJson = (site: CallSite): Expr => {
  const value = site.arg(0)
  if (value.type.kind === "Nothing") return literal("null", string)
  if (value.type.kind === "JSON") return composed(site, "ifNull(a, 'null')", [documentText(value)])
  return site.planning.share(value, (shared) => composed(site, jsonBy(site, shared), [shared]))
}

/** Values as JSON. */
export const documents: Entries = {
  toJSONString: takes(
    lenient(["any"], "String", "the value as JSON: tuples are lists, NULL, NaN and the infinite null", "never"),
    toJson
  )
}
