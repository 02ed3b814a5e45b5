import { Schema } from "effect"
import { described } from "../shared/Described.ts"

const Anything = Schema.Record(Schema.String, Schema.Json)

/** A number from 0 to 4: a project has at most five types of groups. */
export const GroupTypeNumber = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 }))

const operatorText = "The comparison of the value."

const key = Schema.Union([Schema.String.check(Schema.isMinLength(1)), Schema.Finite]).annotate({
  description: "The name of the property."
})

const subject = {
  key,
  type: Schema.Literals(["person", "group"]).annotate({
    description: "`person`; `group` in a condition about groups, with `group_type_index`."
  }),
  group_type_index: Schema.optionalKey(
    Schema.NullOr(GroupTypeNumber).annotate({
      description: "With `group`: the same number as the condition's `aggregation_group_type_index`."
    })
  ),
  negation: Schema.optionalKey(Schema.NullOr(Schema.Literal(false)).annotate({ description: "Of cohorts alone." }))
}

const Scalar = Schema.Union([Schema.String, Schema.Finite])
const NumberLike = Schema.Union([
  Schema.Finite,
  Schema.String.check(Schema.isPattern(/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/u))
])
const list = (item: Schema.Codec<Schema.Json>) =>
  Schema.Array(item).check(Schema.isMinLength(1), Schema.isMaxLength(1000))

const comparison = <const Names extends ReadonlyArray<string>, V extends Schema.Codec<Schema.Json>>(
  title: string,
  names: Names,
  value: V,
  description: string,
  examples: ReadonlyArray<string | number | ReadonlyArray<string | number>>
) =>
  Schema.StructWithRest(
    Schema.Struct({
      ...subject,
      operator: described(Schema.Literals(names), operatorText),
      value: value.annotate({ description })
    }),
    [Anything]
  ).annotate({
    title,
    examples: examples.map((one) => ({ key: "plan", type: "person", operator: names[0], value: one })) as never
  })

const EqualityValue = Schema.Union([Scalar, Schema.Boolean, Schema.Null, Anything, list(Schema.Json)])

const Equality = Schema.StructWithRest(
  Schema.Struct({
    ...subject,
    operator: described(Schema.optionalKey(Schema.NullOr(Schema.Literals(["exact", "is_not", ""]))), operatorText),
    value: EqualityValue.annotate({
      description: "The text, without regard to case; of a list any one. `exact` is the operator of those without one."
    })
  }),
  [Anything]
).annotate({
  title: "Equality",
  examples: [{ key: "plan", type: "person", operator: "exact", value: ["pro", "team"] }]
})

const Presence = Schema.StructWithRest(
  Schema.Struct({
    ...subject,
    operator: described(Schema.Literals(["is_set", "is_not_set"]), operatorText),
    value: Schema.optionalKey(Schema.Json.annotate({ description: "Not read: clients send the operator's name." }))
  }),
  [Anything]
).annotate({ title: "Presence", examples: [{ key: "email", type: "person", operator: "is_set" }] })

const Part = comparison(
  "Part of a text",
  ["icontains", "not_icontains", "regex", "not_regex"],
  Scalar,
  "A part of the text, without regard to case (letters A to Z); or a regular expression that is searched for in it.",
  ["@example.com"]
)

const Ending = comparison(
  "Beginning and end",
  ["starts_with", "not_starts_with", "ends_with", "not_ends_with"],
  Schema.Json,
  "The beginning or end, without regard to case (letters A to Z).",
  ["pro-"]
)

const Parts = comparison(
  "Parts of a text",
  ["icontains_multi", "not_icontains_multi"],
  list(Schema.Json),
  "Any of the parts, without regard to case (letters A to Z).",
  [["@example.com", "@example.org"]]
)

const Order = comparison(
  "Numbers",
  ["gt", "gte", "lt", "lte", "min", "max"],
  NumberLike,
  "A number, or a text that spells one. `min` is `gte`, `max` is `lte`.",
  [18]
)

const Range = comparison(
  "Ranges of numbers",
  ["between", "not_between"],
  Schema.Array(NumberLike).check(Schema.isMinLength(2), Schema.isMaxLength(2)),
  "The least and the greatest number; both belong to the range.",
  [[18, 65]]
)

const Dates = comparison(
  "Dates",
  ["is_date_before", "is_date_after", "is_date_exact"],
  Schema.String.check(Schema.isMinLength(1)),
  "An ISO date or time, or a time before now: `-7d` is seven days ago (`h`, `d`, `w`, `m`, `y`).",
  ["-7d"]
)

const Versions = comparison(
  "Versions",
  [
    "semver_eq",
    "semver_neq",
    "semver_gt",
    "semver_gte",
    "semver_lt",
    "semver_lte",
    "semver_tilde",
    "semver_caret",
    "semver_wildcard"
  ],
  Scalar,
  "A version such as `1.2.3`; `1.2.*` for `semver_wildcard`.",
  ["1.2.3"]
)

const digits = Schema.String.check(Schema.isPattern(/^\d+$/u))
const Id = Schema.Union([Schema.Int, digits])

const Membership = Schema.StructWithRest(
  Schema.Struct({
    key,
    type: described(Schema.Literal("cohort"), "Membership in a cohort."),
    operator: described(Schema.optionalKey(Schema.NullOr(Schema.Literals(["in", "not_in", "exact"]))), operatorText),
    value: Schema.Union([Id, list(Id)]).annotate({ description: "The id of the cohort." }),
    negation: subject.negation
  }),
  [Anything]
).annotate({ title: "Cohort", examples: [{ key: "id", type: "cohort", operator: "in", value: 5 }] })

const Dependency = Schema.StructWithRest(
  Schema.Struct({
    key: Id.annotate({ description: "The id of the other flag, not its key." }),
    type: described(Schema.Literal("flag"), "The value of another flag."),
    operator: described(Schema.Literal("flag_evaluates_to"), operatorText),
    value: Schema.Union([Schema.Boolean, Schema.String]).annotate({
      description: "`true` for on with any variant, `false` for off, or a variant."
    }),
    negation: subject.negation
  }),
  [Anything]
).annotate({
  title: "Other flag",
  examples: [{ key: "1", type: "flag", operator: "flag_evaluates_to", value: true }]
})

/** The form of a condition on one property, cohort or other flag. Other names than these are kept and mean nothing. */
export const FilterProperty = Schema.Union([
  Equality,
  Presence,
  Part,
  Parts,
  Ending,
  Order,
  Range,
  Dates,
  Versions,
  Membership,
  Dependency
]).annotate({
  identifier: "FeatureFlagProperty",
  description: "One property, cohort or other flag that must match for a condition to hold."
})
