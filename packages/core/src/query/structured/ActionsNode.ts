import { Effect } from "effect"
import type { ActionStep } from "../../actions/ActionStep.ts"
import type { KnownAction } from "../../actions/KnownActions.ts"
import { selectorPattern, tagPattern } from "../../filters/ElementSelector.ts"
import type { Moment } from "../../filters/Operator.ts"
import { allOf, always, anyOf, type Sql, sql } from "../../filters/SqlFragment.ts"
import type { Asked } from "../Asked.ts"
import { filterCondition } from "./FilterCondition.ts"

type Matching = "contains" | "regex" | "exact"
type Text = string | null | undefined

const given = (text: Text, condition: (text: string) => Sql): Sql =>
  text === undefined || text === null || text === "" ? always : condition(text)

/** A text in which LIKE has no wildcards. */
const literally = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&")

/** The values that the elements of a chain have for an attribute, the innermost element first. */
const values = (attribute: string): Sql =>
  sql`extractAll(elements_chain, ${`[:"]${attribute}="((?:[^"\\\\]|\\\\.)*)"`})`

/** In a chain quotation marks have a backslash before them. */
const inChain = (text: string): string => text.replaceAll("\"", "\\\"")

const compared = (value: Sql, text: string, matching: Matching): Sql => {
  if (matching === "regex") return sql`match(${value}, ${text})`
  return matching === "contains"
    ? sql`${value} ILIKE ${`%${literally(inChain(text))}%`}`
    : sql`${value} = ${inChain(text)}`
}

const ofElements = ({ href, href_matching, selector, tag_name, text, text_matching }: ActionStep): Sql =>
  allOf([
    given(selector, (css) => {
      const pattern = selectorPattern(css)
      return pattern === undefined ? sql`false` : sql`match(elements_chain, ${pattern})`
    }),
    given(tag_name, (tag) => sql`match(elements_chain, ${tagPattern(tag)})`),
    given(href, (link) => compared(sql`arrayElement(${values("href")}, 1)`, link, href_matching ?? "exact")),
    given(text, (shown) =>
      sql`arrayExists(shown -> ${compared(sql`shown`, shown, text_matching ?? "exact")}, ${values("text")})`)
  ])

const currentUrl = sql`properties.\$current_url`

const ofUrl = (url: string, matching: Matching): Sql => {
  if (matching === "exact") return sql`${currentUrl} = ${url}`
  return matching === "regex"
    ? sql`coalesce(match(toString(${currentUrl}), ${url}), 0) = 1`
    : sql`toString(${currentUrl}) LIKE ${`%${url}%`}`
}

/** Clicks have elements; a step of another event has no conditions on them. */
const hasElements = ({ event }: ActionStep): boolean =>
  event === undefined || event === null || event === "" || event === "$autocapture"

const stepCondition = (step: ActionStep, moment: Moment): Sql =>
  allOf([
    given(step.event, (event) => sql`event = ${event}`),
    hasElements(step) ? ofElements(step) : always,
    given(step.url, (url) => ofUrl(url, step.url_matching ?? "contains")),
    filterCondition(step.properties, moment)
  ])

/** Holds on the rows of `events` that meet a step of the action; one without steps has no events. */
export const actionCondition = ({ steps }: Pick<KnownAction, "steps">, moment: Moment): Sql =>
  anyOf(steps.map((step) => stepCondition(step, moment)))

/** The actions with these ids that the project has. Nothing is read where no id is asked for. */
export const namedActions = (
  ids: ReadonlyArray<number>,
  { actions }: Pick<Asked, "actions">
): Effect.Effect<ReadonlyMap<number, KnownAction>> =>
  ids.length === 0
    ? Effect.succeed(new Map())
    : Effect.map(actions, (known) =>
      new Map(known.filter(({ id }) => ids.includes(id)).map((action) => [action.id, action])))
