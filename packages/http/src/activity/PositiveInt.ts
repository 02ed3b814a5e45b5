import { Effect, Schema, SchemaIssue } from "effect"

const refusal = new SchemaIssue.InvalidValue({ message: "A positive integer is required." })

/** A query parameter that is refused, by its name, unless it is an integer from 1 to the maximum. */
export const positiveInt = (maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum })).pipe(Schema.catchDecoding(() => Effect.fail(refusal)))
  )
