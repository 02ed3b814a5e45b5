import { Schema, SchemaGetter } from "effect"

/** The identifier of such a parameter in the OpenAPI document, which shows it as an integer. */
export const intParamFormat = "integer-in-text"

const Sent = Schema.Union([Schema.String, Schema.Array(Schema.String)])

const digits = /^\s*[+-]?\d{1,16}\s*$/

const numberOf = (sent: string | ReadonlyArray<string>): number => {
  const text = typeof sent === "string" ? sent : sent.at(-1) ?? ""
  return digits.test(text) ? Number(text) : NaN
}

const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

/** An integer in a query string, in digits alone; when the parameter stands there several times, the last one counts. */
export const intParam = (description: string) =>
  Schema.declare(isInteger, {
    expected: "an integer",
    toCodecStringTree: () =>
      Schema.link<number>()(Sent.annotate({ format: intParamFormat, description }), {
        decode: SchemaGetter.transform(numberOf),
        encode: SchemaGetter.transform(String)
      })
  })
