import { Result } from "effect"
import { refused } from "../../shared/Field.ts"
import { Field, list, record, text } from "../../shared/Fields.ts"
import { namedSchema } from "../../shared/FieldSchema.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { unstorableFault } from "../../shared/StorableJson.ts"

/** The most conditions of a holdout, of which the first one counts. */
const maxConditions = 20

const condition = record()

/** Each condition must have the share. */
const readCondition = (value: unknown) => {
  const read = condition.read(value)
  if (Result.isFailure(read)) return read
  const share = read.success["rollout_percentage"]
  if (share === undefined || share === null) return refused("invalid_input", "Rollout percentage must be present.")
  if (typeof share !== "number" || share < 0 || share > 100) {
    return refused("invalid_input", "Rollout percentage must be between 0 and 100.")
  }
  const broken = unstorableFault(read.success)
  return broken === undefined ? read : refused(broken.code, broken.message, broken.path)
}

const conditions = list(
  Field.make<JsonRecord>(
    readCondition,
    namedSchema("HoldoutCondition", {
      type: "object",
      description: "The people whom a holdout leaves out: of several the first counts.",
      properties: {
        properties: { description: "Kept as sent: a holdout is a share of all people." },
        rollout_percentage: {
          type: "number",
          minimum: 0,
          maximum: 100,
          description: "The share of the people who get no variant."
        }
      },
      required: ["rollout_percentage"],
      additionalProperties: true,
      examples: [{ properties: [], rollout_percentage: 10 }]
    })
  ),
  { maxLength: maxConditions }
)

const filters = Field.make<ReadonlyArray<JsonRecord>, ReadonlyArray<JsonRecord>>(
  (value) =>
    Result.mapError(conditions.read(value), ([first, ...rest]) => [
      { ...first, field: "filters" },
      ...rest.map((issue) => ({ ...issue, field: "filters" }))
    ]),
  conditions.jsonSchema
).orNull([]).orElse([])
  .describe("Conditions; the share of the first one counts.", [{ properties: [], rollout_percentage: 10 }])

const name = text({ maxLength: 400 }).describe("Its name, for people.", "Nobody of the first quarter")

const description = text({ blank: true, maxLength: 400 }).nullable.optional
  .describe("Its purpose.", "A tenth of the people sees no experiment.")

/** The fields of a new holdout. */
export const newHoldoutTable = { name, description, filters }

/** The fields that a change may name. */
export const holdoutTable = { name: name.optional, description, filters }
