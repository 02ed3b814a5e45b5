import { PatternRefused, readPattern } from "@hedgerow/sql/patterns/PatternParser"
import { Schema } from "effect"
import { selectorPattern } from "../filters/ElementSelector.ts"
import { PropertyFilter } from "../filters/PropertyFilter.ts"
import { component, optional } from "../shared/DocumentedSchema.ts"

const Text = Schema.String.check(Schema.isMaxLength(1_000))

/** The comparisons of a step's texts. */
export const stepMatchings = ["contains", "regex", "exact"] as const
const Matching = Schema.Literals(stepMatchings)

const Fields = Schema.Struct({
  event: optional(Schema.String.check(Schema.isMaxLength(400)), "The name of the event; null for any."),
  properties: optional(
    Schema.Array(PropertyFilter),
    "Conditions on the event, its person and its groups, as queries have them."
  ),
  selector: optional(Text, "A CSS selector that a clicked element, or one around it, meets."),
  tag_name: optional(Text, "The tag of a clicked element, or of one around it."),
  text: optional(Text, "The text of a clicked element, or of one around it."),
  text_matching: optional(Matching, "The comparison of `text`; null for `exact`."),
  href: optional(Text, "The address that a clicked link leads to."),
  href_matching: optional(Matching, "The comparison of `href`; null for `exact`."),
  url: optional(Text, "The address of the page, `$current_url`; in `contains` % stands for any text."),
  url_matching: optional(Matching, "The comparison of `url`; null for `contains`.")
}).annotate(component("ActionStep", "What an event must be to be one of an action: it meets all that the step names.", {
  examples: [{ event: "$pageview", url: "/signup/done", url_matching: "contains" }]
}))
type Fields = typeof Fields.Type

type Problem = { readonly path: ReadonlyArray<string>; readonly issue: string }

const compared = ["text", "href", "url"] as const

const patternProblem = (step: Fields, field: typeof compared[number]): ReadonlyArray<Problem> => {
  const text = step[field]
  if (step[`${field}_matching`] !== "regex" || text === undefined || text === null) return []
  const read = readPattern(text)
  return read instanceof PatternRefused
    ? [{ path: [field], issue: `This is no pattern that can be matched: ${read.reason}.` }]
    : []
}

const selectorProblem = ({ selector }: Fields): ReadonlyArray<Problem> =>
  selector === undefined || selector === null || selector === "" || selectorPattern(selector) !== undefined
    ? []
    : [{
      path: ["selector"],
      issue: "A selector is made of tags, .classes, #ids, [attributes=\"of a value\"], :nth-child(1) and "
        + ":nth-of-type(1), joined by spaces or >."
    }]

/** Holds for an event that meets all that it names. Fields of other names are kept and mean nothing. */
export const ActionStep = Fields.check(
  Schema.makeFilter((step) => [...compared.flatMap((field) => patternProblem(step, field)), ...selectorProblem(step)])
)
export type ActionStep = Fields
