import { PatternRefused, readPattern } from "@hedgerow/sql/patterns/PatternParser"
import { Schema } from "effect"
import { selectorPattern } from "../filters/ElementSelector.ts"
import { PropertyFilter } from "../filters/PropertyFilter.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const Text = Schema.String.check(Schema.isMaxLength(1_000))

/** The comparisons of a step's texts. */
export const stepMatchings = ["contains", "regex", "exact"] as const
const Matching = Schema.Literals(stepMatchings)

const Fields = Schema.Struct({
  event: optional(Schema.String.check(Schema.isMaxLength(400))),
  properties: optional(Schema.Array(PropertyFilter)),
  selector: optional(Text),
  tag_name: optional(Text),
  text: optional(Text),
  text_matching: optional(Matching),
  href: optional(Text),
  href_matching: optional(Matching),
  url: optional(Text),
  url_matching: optional(Matching)
})
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
