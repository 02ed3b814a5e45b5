import { assert, describe, it } from "@effect/vitest"
import { conversions, dates } from "@hedgerow/core/query/sql/catalogue/CatalogueDates"
import { logic } from "@hedgerow/core/query/sql/catalogue/CatalogueLogic"
import { texts } from "@hedgerow/core/query/sql/catalogue/CatalogueText"
import type { ParameterType, Signature } from "@hedgerow/core/query/sql/catalogue/Signature"
import { signatureEntries } from "@hedgerow/core/query/sql/catalogue/SignatureEntries"
import { signatures } from "@hedgerow/core/query/sql/catalogue/Signatures"
import { arithmetic } from "@hedgerow/core/query/sql/resolve/Arithmetic"
import { Result } from "effect"
import { exprText, resolve, selectOf } from "./PlanText.ts"

const rows: ReadonlyArray<readonly [fn: string, row: Signature]> = Object.entries(signatures)

/** A value of each parameter's type that may be NULL, and one that it does not take. */
const values: Readonly<Record<ParameterType, readonly [taken: string, kind: string, refused?: string]>> = {
  any: ["person_id", "UUID"],
  value: ["person_id", "UUID"],
  condition: ["toInt(properties.n)", "Int64", "event"],
  text: ["properties.a", "String", "timestamp"],
  number: ["toFloat(properties.n)", "Float64", "event"],
  whole: ["toInt(properties.n)", "Int64", "toFloat(properties.n)"],
  float: ["toFloat(properties.n)", "Float64", "person_id"]
}

const callOf = (name: string, args: ReadonlyArray<string>): string => `select ${name}(${args.join(", ")}) from events`

const namesOf = (fn: string, { names = { [fn]: "exact" } }: Signature): ReadonlyArray<string> =>
  Object.entries(names).flatMap(([name, form]) => form === "exact" ? [name] : [name, name.toUpperCase()])

describe("a function that is one row", () => {
  for (const [fn, row] of rows) {
    const taken = row.takes.map((type) => values[type][0])

    it(`${fn}: is itself in the plan, under each of its names, with the types and the null rule of the row`, () => {
      for (const name of namesOf(fn, row)) {
        const expr = selectOf(callOf(name, taken)).select[0]?.expr
        assert.strictEqual(expr?._tag === "Call" ? expr.fn : expr?._tag, fn)
        const args = expr?._tag === "Call" ? expr.args : []
        assert.deepStrictEqual(args.map(({ type }) => type.kind), row.takes.map((type) => values[type][1]))
        assert.strictEqual(expr?.type.kind, row.gives === "argument" ? args[0]?.type.kind : row.gives)
        assert.strictEqual(expr?.type.nullable, row.nulls !== "never" && args.some(({ type }) => type.nullable))
      }
    })

    it(`${fn}: refuses other types and numbers of arguments`, () => {
      for (const [index, type] of row.takes.entries()) {
        const [, , refused] = values[type]
        if (refused === undefined) continue
        const result = resolve(callOf(fn, taken.with(index, refused)))
        const failure = Result.isFailure(result) ? result.failure : undefined
        assert.strictEqual(failure?._tag === "SqlSemanticError" ? failure.code : "", "illegal_type_of_argument")
      }
      assert.isTrue(Result.isFailure(resolve(callOf(fn, taken.slice(1)))))
      assert.strictEqual(Result.isSuccess(resolve(callOf(fn, [...taken, ...taken.slice(0, 1)]))), row.repeats === true)
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
