import type { InputCode } from "@hedgerow/core/shared/InvalidInput"

/** The meaning of each code of an invalid input. */
export const inputCodeMeanings: { readonly [Code in InputCode]: string } = {
  behavioral_cohort_found: "The cohort goes by events, which flags cannot follow.",
  blank: "The text is empty.",
  cohort_does_not_exist: "The project has no such cohort.",
  custom: "A rule of the object is broken; `detail` says which.",
  does_not_exist: "The value names something that does not exist.",
  empty: "The list has no items.",
  extra_forbidden: "The field is not known here.",
  invalid_choice: "The value is not one of those allowed.",
  invalid_date: "The value is neither a date nor a time span such as `-7d`.",
  invalid_input: "The value has the wrong type or form, or breaks a rule without a code of its own.",
  invalid_key: "The key has other characters than letters, digits, hyphens and underscores.",
  invalid_operator: "The operator is unknown, or not one for such a property.",
  invalid_value: "The value is not one that the operator can compare with.",
  max_length: "The text or list is too long.",
  max_value: "The number is too large.",
  min_length: "The text or list is too short.",
  min_value: "The number is too small.",
  not_a_dict: "The value must be an object.",
  not_a_list: "The value must be a list.",
  null: "The value must not be null.",
  null_characters_not_allowed: "The text contains the NUL character.",
  parse_error: "The query's kind is missing or unknown.",
  required: "The field is missing.",
  surrogate_characters_not_allowed: "The text contains half of a surrogate pair.",
  too_long: "The prompt has more than 400 characters.",
  unclear: "The prompt was not understood; `detail` says which words, or why.",
  unique: "Another object has this value already."
}
