import type { Draft, Fact } from "./Draft.ts"
import { countOfEvents } from "./MeasureRules.ts"
import { Unclear } from "./PromptReader.ts"

type Tagged<Tag extends Fact["_tag"]> = Extract<Fact, { readonly _tag: Tag }>

const all = <Tag extends Fact["_tag"]>(facts: ReadonlyArray<Fact>, tag: Tag): ReadonlyArray<Tagged<Tag>> =>
  facts.filter((one): one is Tagged<Tag> => one._tag === tag)

/** The one value that is given, any number of times. */
const one = <A>(values: ReadonlyArray<A>, show: (value: A) => string, what: string): A | undefined => {
  const shown = [...new Set(values.map(show))]
  if (shown.length > 1) throw new Unclear(`More than one ${what} is asked for: ${shown.join(", ")}.`)
  return values[0]
}

const intervalOf = (facts: ReadonlyArray<Fact>): Draft["interval"] => {
  const named = all(facts, "Interval")
  const exact = named.filter(({ isVague }) => !isVague)
  return one(exact.length > 0 ? exact : named, ({ interval }) => interval, "length of time")?.interval
}

const datesOf = (facts: ReadonlyArray<Fact>): Draft["dates"] => {
  const named = all(facts, "Dates")
  const conditions = [...new Set(named.flatMap(({ condition }) => condition === undefined ? [] : [condition]))]
  if (conditions.length > 1 && named.some(({ isBound }) => !isBound)) {
    throw new Unclear("More than one period is asked for.")
  }
  return conditions.length === 0 ? undefined : conditions.join(" AND ")
}

/** A ranking with groups beside it is unclear: the prompt does not state whether each group has its own rows. */
const limitOf = (facts: ReadonlyArray<Fact>, groups: ReadonlyArray<string>): Draft["limit"] => {
  const show = ({ limit: { isDescending, rows } }: Tagged<"Limit">) => `${isDescending ? "top" : "bottom"} ${rows}`
  const found = one(all(facts, "Limit"), show, "number of rows")
  if (found?.of !== undefined && groups.some((group) => group !== found.of)) {
    throw new Unclear("Whether each group has its own first rows is not said.")
  }
  return found?.limit
}

/** Filters and groups can be added to a query; a second measure, kind of events or length of time cannot. */
const requireAddable = ({ events, interval, measure }: Draft): void => {
  if (events !== undefined || interval !== undefined || measure !== undefined) {
    throw new Unclear("Only filters and groups can be added.")
  }
}

/** Combines the facts of a prompt; facts that exclude each other are unclear. */
export const assembleDraft = (facts: ReadonlyArray<Fact>): Draft => {
  const measure = one(all(facts, "Measure"), ({ measure: { name } }) => name, "measure")?.measure
  const events = one(all(facts, "Events"), ({ names }) => names.join(" + "), "kind of events")
  if (events?.isApart === true && measure !== undefined && measure !== countOfEvents) {
    throw new Unclear("Whether all of the events are meant or one of them is not said: write \"or\" between them.")
  }
  const apart = events?.isApart === true ? ["event"] : []
  const groups = [...new Set([...apart, ...all(facts, "Group").map(({ sql }) => sql)])]
  const hasSubject = measure !== undefined || events !== undefined || all(facts, "AllEvents").length > 0
  const draft: Draft = {
    measure,
    events: events?.names,
    hasSubject,
    isChanging: all(facts, "Changing").length > 0,
    interval: intervalOf(facts),
    hasDates: all(facts, "Dates").length > 0,
    dates: datesOf(facts),
    groups,
    limit: limitOf(facts, groups),
    filters: [...new Set(all(facts, "Filter").map(({ condition }) => condition))]
  }
  if (all(facts, "Changing").some(({ isAdding }) => isAdding)) requireAddable(draft)
  return draft
}
