import { Result, Schema, type SchemaAST } from "effect"

/**
 * Reads values of a schema, and fails with all that is wrong with them. Looking for everything takes many times as long as
 * reading: it is done where there is something.
 */
export const decodeOrAll = <A>(
  schema: Schema.Decoder<A>,
  options: SchemaAST.ParseOptions = {}
): (value: unknown) => Result.Result<A, Schema.SchemaError> => {
  const decodeSound = Schema.decodeUnknownResult(schema, options)
  const decodeAll = Schema.decodeUnknownResult(schema, { ...options, errors: "all" })
  return (value) => Result.orElse(decodeSound(value), () => decodeAll(value))
}
