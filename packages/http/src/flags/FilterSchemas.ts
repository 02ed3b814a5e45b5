import { Schema } from "effect"
import { FilterProperty, GroupTypeNumber } from "./PropertySchemas.ts"

const Anything = Schema.Record(Schema.String, Schema.Json)

const Percentage = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

const maybe = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.optionalKey(Schema.NullOr(schema).annotate({ description }))

const aggregation = (of: string) =>
  maybe(
    GroupTypeNumber,
    `${of} about groups of this type (its number in \`group_type_mapping\` of \`local_evaluation/\`), not about persons.`
  )

const properties = Schema.Array(FilterProperty).check(Schema.isMaxLength(1000))

/** For whom a flag is on: the first condition that holds decides. */
export const FilterCondition = Schema.StructWithRest(
  Schema.Struct({
    properties: maybe(properties, "All of these must hold. None: it holds for every user."),
    rollout_percentage: maybe(Percentage, "The share of those for whom it holds, from 0 to 100. Null: all of them."),
    variant: maybe(
      Schema.String,
      "The variant that all of its users get. Null: each user's own, by the shares of the variants."
    ),
    aggregation_group_type_index: aggregation("This condition is"),
    description: Schema.optionalKey(Schema.Json.annotate({ description: "A remark; it means nothing." }))
  }),
  [Anything]
).annotate({
  identifier: "FeatureFlagCondition",
  description: "For whom a flag is on. The first condition that holds decides.",
  examples: [{
    properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }],
    rollout_percentage: 40
  }]
})

const Variant = Schema.StructWithRest(
  Schema.Struct({
    key: Schema.String.check(Schema.isPattern(/\S/u)).annotate({
      description: "The value that code compares with; unique."
    }),
    name: Schema.optionalKey(Schema.Json.annotate({ description: "Its description, in words." })),
    rollout_percentage: Percentage.annotate({ description: "The share of it. All shares are 100 together." })
  }),
  [Anything]
).annotate({ identifier: "FeatureFlagVariant", description: "One of the values that a flag can have." })

const Multivariate = Schema.StructWithRest(
  Schema.Struct({ variants: maybe(Schema.Array(Variant), "None: the flag is on or off.") }),
  [Anything]
)

const Holdout = Schema.StructWithRest(
  Schema.Struct({
    id: Schema.Union([Schema.Finite, Schema.String.check(Schema.isMinLength(1))]).annotate({
      description: "A user who is held out gets the variant `holdout-<id>`."
    }),
    exclusion_percentage: Percentage.annotate({ description: "The share of all users that is held out." })
  }),
  [Anything]
)

const OldHoldout = Schema.StructWithRest(
  Schema.Struct({ rollout_percentage: maybe(Percentage, "The share that is held out.") }),
  [Anything]
)

const conditionsOf =
  "The conditions, in the order in which they are tried. An empty list matches no one, no list matches every user."

/** The audience of a flag and its variants, in the form of requests. */
export const Filters = Schema.StructWithRest(
  Schema.Struct({
    groups: Schema.optionalKey(
      Schema.Array(FilterCondition).check(Schema.isMaxLength(1000)).annotate({ description: conditionsOf })
    ),
    multivariate: maybe(Multivariate, "The values that the flag can have instead of on."),
    payloads: maybe(
      Schema.Record(Schema.String, Schema.Json),
      "The values that come with the flag, as JSON text, by variant; by `true` where there are no variants."
    ),
    aggregation_group_type_index: aggregation("The flag is"),
    early_exit: maybe(
      Schema.Boolean,
      "Whether a condition that holds decides even when the rollout leaves the user out."
    ),
    holdout: maybe(Holdout, "A share of all users that is kept out of the conditions."),
    holdout_groups: maybe(Schema.Array(OldHoldout), "The older form of `holdout`."),
    feature_enrollment: maybe(
      Schema.Boolean,
      "Whether a person's own choice decides first: their property `$feature_enrollment/<key>`."
    ),
    super_groups: maybe(Schema.Array(FilterCondition), "The older form of `feature_enrollment`."),
    properties: maybe(properties, "The older form of `groups`: one condition.")
  }),
  [Anything]
).annotate({
  identifier: "FeatureFlagFilters",
  description:
    "For whom a flag is on and what they get. Names that come near one of these are refused; others are kept.",
  examples: [
    { groups: [{ properties: [], rollout_percentage: 40 }] },
    {
      groups: [{ properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }], variant: "green" }],
      multivariate: {
        variants: [{ key: "green", rollout_percentage: 50 }, { key: "blue", rollout_percentage: 50 }]
      },
      payloads: { green: "{\"colour\":\"#0a0\"}" }
    }
  ]
})
