import type { FunctionName } from "../Functions.ts"
import type { Expr } from "../Plan.ts"
import { call } from "../resolve/PlanExpr.ts"
import type { CallSite, Entries, FunctionEntry } from "./CallSite.ts"
import { argumentsOf, operandsOf } from "./ParameterTypes.ts"
import { type Signature, signedType } from "./Signature.ts"
import { signatures } from "./Signatures.ts"

/** What a call by the signature is in the plan. */
export const lowerBy = (fn: FunctionName, signature: Signature) => (site: CallSite): Expr => {
  const { operator, takes } = signature
  const args = operator === true ? operandsOf(site, takes) : argumentsOf(site, takes)
  return call(fn, args, signedType(signature, args))
}

const entriesOf = (fn: FunctionName, signature: Signature): ReadonlyArray<readonly [string, FunctionEntry]> => {
  const { names = { [fn]: "exact" }, repeats, takes } = signature
  const entry: FunctionEntry = {
    min: takes.length,
    max: repeats === true ? Infinity : takes.length,
    lower: lowerBy(fn, signature)
  }
  return Object.entries(names).map(([name, form]) => [name, form === "exact" ? entry : { ...entry, anyCase: true }])
}

const rows = Object.entries(signatures) as ReadonlyArray<readonly [keyof typeof signatures, Signature]>

/** The functions that map one to one, by the names that users write. */
export const signatureEntries: Entries = Object.fromEntries(rows.flatMap(([fn, row]) => entriesOf(fn, row)))
