import type { Expr } from "../plan/Plan.ts"
import type { Planning } from "../planning/Planning.ts"
import { dateTime, scalar } from "../types/SqlType.ts"
import { call, literal, string } from "../typing/PlanExpr.ts"
import { type KnownType, type PropertyOwner, readFrom } from "../typing/TypedProperty.ts"

/** The text read as the type, or undefined where it stays a text. */
const readAs = (type: KnownType["property_type"], text: Expr, timezone: string): Expr | undefined => {
  switch (type) {
    case "Numeric":
      return call("toFloat", [text], scalar("Float64", true))
    case "Boolean":
      return call("toBool", [text], scalar("Bool", true))
    case "DateTime":
      return call("toDateTime", [text, literal(timezone, string)], dateTime(timezone, true))
    case "Duration":
      return undefined
  }
}

const forms = { Numeric: "number", Boolean: "truth value", DateTime: "date", Duration: "duration" } as const

/** The text of a property, read by the type that it is known to have. */
export const typedProperty = (planning: Planning, text: Expr, owner: PropertyOwner | undefined, name: string): Expr => {
  const known = owner?.typeOf(name)
  const typed = known === undefined ? undefined : readAs(known.property_type, text, planning.timezone)
  if (owner === undefined || known === undefined || typed === undefined) return text
  if (known.is_mixed) {
    planning.warnings.add(
      `The ${owner.noun} property '${name}' is read as ${known.property_type}, but has had values that are no `
        + `${forms[known.property_type]}: they are NULL. toString gives them as they are.`
    )
  }
  return readFrom(text, typed)
}
