import type { CallSite } from "../../planning/CallSite.ts"
import { byCount, type Macro, macro } from "../Macro.ts"

const joined = "arrayFlatten(groupArray(a))"

const levels = (site: CallSite): ReadonlyArray<string> => {
  const given = site.params.map((param) => param._tag === "Number" ? param.text : "")
  const areLevels = given.every((level) => level !== "" && Number(level) >= 0 && Number(level) <= 1)
  return given.length > 0 && areLevels ? given : site.illegalArity("levels from 0 to 1 before its arguments")
}

const levelOf = (level: string): string => `_levelOf(_inOrder(${joined}), ${level})`
const distinct = `arrayDistinct(${joined})`

interface Kept {
  /** The parameters of the aggregate. */
  readonly takes: string
  readonly made: Macro["as"]
  readonly merged: Macro["as"]
  /** The values of the state and of what is merged from it, over one row with 3. */
  readonly answers: readonly [state: Macro["example"][1], merged: Macro["example"][1]]
  readonly params?: string
}

const kept = (
  made: Macro["as"],
  merged: Macro["as"],
  answers: Kept["answers"],
  { params, takes = "value" }: Partial<Pick<Kept, "takes" | "params">> = {}
): Kept => ({ takes, made, merged, answers, ...params === undefined ? {} : { params } })

const list = (merged: Macro["as"], result: Macro["example"][1], params?: string): Kept =>
  kept("groupArray(a)", merged, [[3], result], { takes: "float", ...params === undefined ? {} : { params } })

const set = (merged: string, result: Macro["example"][1]): Kept => kept("groupUniqArray(a)", merged, [[3], result])

/** The state of each aggregate, and the merge of several states. */
const states: Readonly<Record<string, Kept>> = {
  count: kept(byCount(0, "count()", "count(a)"), "ifNull(sum(a), 0)", [1, 1], { takes: "any?" }),
  sum: kept("sum(a)", "sum(a)", [3, 3], { takes: "number" }),
  avg: kept(
    "tuple(sum(a * 1.0), count(a))",
    "if(sum(tupleElement(a, 2)) > 0, sum(tupleElement(a, 1)) / sum(tupleElement(a, 2)), NULL)",
    [[3, 1], 3],
    { takes: "number" }
  ),
  min: kept("min(a)", "min(a)", [3, 3]),
  max: kept("max(a)", "max(a)", [3, 3]),
  any: kept("any(a)", "any(a)", [3, 3]),
  uniq: set(`length(${distinct})`, 1),
  uniqExact: set(`length(${distinct})`, 1),
  quantile: list((site) => levelOf(levels(site)[0] ?? ""), 3, "0.5"),
  quantiles: list((site) => `[${levels(site).map(levelOf).join(", ")}]`, [3, 3], "0.5, 0.9"),
  median: list(levelOf("0.5"), 3),
  groupArray: kept("groupArray(a)", joined, [[3], [3]]),
  groupUniqArray: set(`arraySort(${distinct})`, [3])
}

const written = (state: Macro["example"][1]): string => {
  const text = JSON.stringify(state)
  return Array.isArray(state) && state.length === 2 ? `(${text.slice(1, -1)})` : text
}

const withParams = (row: Macro, given: string | undefined): Macro =>
  given === undefined ? row : { ...row, params: true }

const rowsOf = (name: string, { answers, made, merged, params, takes }: Kept): Readonly<Record<string, Macro>> => {
  const before = params === undefined ? "" : `(${params})`
  const given = takes === "any?" ? "" : "3"
  return {
    [`${name}State`]: withParams(
      macro(takes, "any", `a part of ${name}, which ${name}Merge puts together: a value like others`, made, [
        `${name}State${before}(${given})`,
        answers[0]
      ]),
      params
    ),
    [`${name}Merge`]: withParams(
      macro("any", "any", `${name} of all that the parts of ${name}State are of`, merged, [
        `${name}Merge${before}(${written(answers[0])})`,
        answers[1]
      ]),
      params
    )
  }
}

/**
 * States of aggregates, kept in a sub-query and merged outside it. A state is a number, a tuple or an array, and no form of
 * its own.
 */
export const composedStates: Readonly<Record<string, Macro>> = Object.fromEntries(
  Object.entries(states).flatMap(([name, state]) => Object.entries(rowsOf(name, state)))
)
