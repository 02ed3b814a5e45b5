import { assert, describe, it } from "@effect/vitest"
import { arithmetic } from "@hedgerow/sql/catalogue/Arithmetic"
import { conversions } from "@hedgerow/sql/catalogue/CatalogueConversions"
import { dates } from "@hedgerow/sql/catalogue/CatalogueDates"
import { logic } from "@hedgerow/sql/catalogue/CatalogueLogic"
import { texts } from "@hedgerow/sql/catalogue/CatalogueText"
import { signatureEntries } from "@hedgerow/sql/catalogue/SignatureEntries"
import type { ParameterType, Signature } from "@hedgerow/sql/functions/Signature"
import { signatures } from "@hedgerow/sql/functions/Signatures"
import { Result } from "effect"
import { exprText, resolve, selectOf } from "./PlanText.ts"

/** Rows that users can name. */
const rows: ReadonlyArray<readonly [fn: string, row: Signature]> = Object.entries<Signature>(signatures).filter(
  ([, { names }]) => names === undefined || Object.keys(names).length > 0
)

/** A value of each parameter's type that may be NULL, and one that it does not take. */
const values: Readonly<Record<ParameterType, readonly [taken: string, kind: string, refused?: string]>> = {
  any: ["person_id", "UUID"],
  value: ["person_id", "UUID"],
  member: ["person_id", "UUID"],
  condition: ["toInt(properties.n)", "Int64", "event"],
  text: ["properties.a", "String", "timestamp"],
  number: ["toFloat(properties.n)", "Float64", "event"],
  whole: ["toInt(properties.n)", "Int64", "toFloat(properties.n)"],
  bits: ["toInt(properties.n)", "Int64", "event"],
  float: ["toFloat(properties.n)", "Float64", "person_id"],
  constant: ["'a'", "String", "event"],
  texts: ["['a', event]", "Array", "[1]"],
  floats: ["[1.5, toFloat(properties.n)]", "Array", "event"],
  wholes: ["[toInt(1), 2]", "Array", "['a']"],
  steps: ["3", "Int64", "toInt(properties.n)"],
  document: ["properties", "JSON", "timestamp"]
}

const callOf = (name: string, args: ReadonlyArray<string>): string => `select ${name}(${args.join(", ")}) from events`

const namesOf = (fn: string, { names = { [fn]: "exact" } }: Signature): ReadonlyArray<string> =>
  Object.entries(names).flatMap(([name, form]) => form === "exact" ? [name] : [name, name.toUpperCase()])

const nameOf = (fn: string, { names = { [fn]: "exact" } }: Signature): string => Object.keys(names)[0] ?? fn

describe("a function that is one row", () => {
  for (const [fn, row] of rows) {
    const taken = row.takes.map((type) => values[type][0])

    it(`${fn}: is itself in the plan, under each of its names, with the types and the null rule of the row`, () => {
      for (const name of namesOf(fn, row)) {
        const expr = selectOf(callOf(name, taken)).select[0]?.expr
        assert.strictEqual(expr?._tag === "Call" ? expr.fn : expr?._tag, fn)
        const args = expr?._tag === "Call" ? expr.args : []
        assert.deepStrictEqual(args.map(({ type }) => type.kind), row.takes.map((type) => values[type][1]))
        const kind = row.gives.startsWith("Array(") ? "Array" : row.gives
        assert.strictEqual(expr?.type.kind, kind === "argument" ? args[0]?.type.kind : kind)
        const mayBeNull = row.nulls === "lacking" || row.nulls !== "never" && args.some(({ type }) => type.nullable)
        assert.strictEqual(expr?.type.nullable, mayBeNull && kind !== "Array")
      }
    })

    it(`${fn}: refuses other types and numbers of arguments`, () => {
      for (const [index, type] of row.takes.entries()) {
        const [, , refused] = values[type]
        if (refused === undefined) continue
        const result = resolve(callOf(nameOf(fn, row), taken.with(index, refused)))
        const failure = Result.isFailure(result) ? result.failure : undefined
        assert.strictEqual(failure?._tag === "SqlSemanticError" ? failure.code : "", "illegal_type_of_argument")
      }
      const required = row.takes.length - (row.defaults?.length ?? 0)
      assert.isTrue(Result.isFailure(resolve(callOf(nameOf(fn, row), taken.slice(0, required - 1)))))
      const tooMany = resolve(callOf(nameOf(fn, row), [...taken, ...taken.slice(0, 1)]))
      assert.strictEqual(Result.isSuccess(tooMany), row.repeats === true)
    })
  }

  it("takes NULL as a NULL of the type, and numbers of two types as floats", () => {
    assert.strictEqual(exprText("select lower(NULL)"), "null:Nullable(String)")
    assert.strictEqual(exprText("select and(NULL, 1, true)"), "null:Nullable(UInt8)")
    assert.strictEqual(exprText("select multiply(2, 0.5)"), "1:Float64")
  })

  it("is in no other table of the catalogue", () => {
    const others = [logic, arithmetic, texts, dates, conversions].flatMap((entries) => Object.keys(entries))
    assert.deepStrictEqual(others.filter((name) => Object.hasOwn(signatureEntries, name)), [])
  })
})
