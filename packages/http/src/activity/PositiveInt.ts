import { Effect, Schema, SchemaIssue } from "effect"
import { intParam } from "../requests/IntParam.ts"

const refusal = new SchemaIssue.InvalidValue({ message: "A positive integer is required." })

/** A query parameter that is refused, by its name, unless it is an integer from 1 to the maximum, in digits alone. */
export const positiveInt = (description: string, maximum: number = Number.MAX_SAFE_INTEGER) =>
  Schema.optionalKey(
    intParam(description).check(Schema.isBetween({ minimum: 1, maximum })).pipe(
      Schema.catchDecoding(() => Effect.fail(refusal))
    )
  )
