import type { FunctionName } from "../functions/Functions.ts"
import { type Signature, signedType } from "../functions/Signature.ts"
import { signatures } from "../functions/Signatures.ts"
import type { Expr } from "../plan/Plan.ts"
import { type CallSite, type Entries, type FunctionEntry, takes } from "../planning/CallSite.ts"
import { type Described, inAnyCase, type Parameter } from "../planning/Described.ts"
import { isComposite } from "../types/SqlType.ts"
import { exactOperation, isExactOperation } from "../typing/ExactArithmetic.ts"
import { negatedInterval } from "../typing/Intervals.ts"
import { call, float64, int64, literal, string, truth } from "../typing/PlanExpr.ts"
import { argumentsOf, operandsOf } from "./ParameterTypes.ts"

const kinds = { text: string, whole: int64, float: float64 } as const

/** The values of the last parameters that the call does not give. */
const leftOut = ({ count }: CallSite, { defaults = [], takes }: Signature): ReadonlyArray<Expr> =>
  defaults.flatMap((value, i) => {
    const place = takes.length - defaults.length + i
    const type = takes[place]
    return place < count ? [] : [literal(value, type === "text" || type === "whole" ? kinds[type] : float64)]
  })

/** The expression of the plan that a call by the signature becomes. */
export const lowerBy = (fn: FunctionName, signature: Signature) => (site: CallSite): Expr => {
  const { operator, takes } = signature
  const turned = fn === "negate" ? negatedInterval(site.arg(0)) : undefined
  if (turned !== undefined) return turned
  if (operator === true || fn === "negate" || fn === "abs") {
    if (isExactOperation(fn, site.args)) return exactOperation(fn, site.args) ?? site.illegalTypes()
  }
  // Arrays, tuples and maps have no NULL.
  if ((fn === "isNull" || fn === "isNotNull") && isComposite(site.arg(0).type)) return truth(fn === "isNotNull")
  const args = [...operator === true ? operandsOf(site, takes) : argumentsOf(site, takes), ...leftOut(site, signature)]
  return call(fn, args, signedType(signature, args))
}

const entriesOf = (fn: FunctionName, signature: Signature): ReadonlyArray<readonly [string, FunctionEntry]> => {
  const { defaults = [], gives, meaning, names = { [fn]: "exact" }, nulls, repeats, takes: types } = signature
  const required = types.length - defaults.length
  const described: Described = {
    parameters: types.map((type, i): Parameter =>
      i >= required ? `${type}?` : repeats === true && i === types.length - 1 ? `${type}…` : type
    ),
    result: gives,
    nulls,
    meaning
  }
  const [first] = Object.keys(names)
  return Object.entries(names).map(([name, form]) => {
    const named = name === first || first === undefined ? described : { ...described, aliasOf: first }
    return [name, takes(form === "exact" ? named : inAnyCase(named), lowerBy(fn, signature))]
  })
}

const rows = Object.entries(signatures) as ReadonlyArray<readonly [keyof typeof signatures, Signature]>

/** The functions that map one to one, by the names that users write. */
export const signatureEntries: Entries = Object.fromEntries(rows.flatMap(([fn, row]) => entriesOf(fn, row)))
