import type { AggregateName } from "../../functions/Functions.ts"
import { type Macro, macro } from "../Macro.ts"

const part = (parameters: string, as: string): Macro => macro(parameters, "any", "", as, ["1", 1])

/** The parts of the texts below, over arrays of (sort key, value). */
export const windowParts: Readonly<Record<string, Macro>> = {
  takenOf: part("array", "if(length(a) = 0, NULL, tupleElement(a[1], 2))"),
  byTaken: part("array", "arraySort(p -> tupleElement(p, 2), a)")
}

const pairs = "groupArrayIf(tuple(assumeNotNull(b), assumeNotNull(a)), isNotNull(a) and isNotNull(b))"
const distinct = "arrayDistinct(groupArray(a))"

/** An aggregate as SQL over the list of its values: all of them, or each once. */
interface Listed {
  readonly every?: Macro["as"]
  readonly once?: string
}

/** The aggregates that an engine has over groups alone, or over windows without DISTINCT alone. */
export const listed: { readonly [Name in AggregateName]?: Listed } = {
  sum: { once: `arraySum(${distinct})` },
  avg: { once: `_meanOf(${distinct})` },
  argMin: { every: `_takenOf(arraySort(p -> tupleElement(p, 1), _byTaken(${pairs})))` },
  argMax: { every: `_takenOf(arrayReverseSort(p -> tupleElement(p, 1), _byTaken(${pairs})))` },
  groupArray: {
    every: (site) => {
      const [most] = site.params
      return most?._tag === "Number" ? `arraySlice(groupArray(a), 1, ${most.text})` : "groupArray(a)"
    },
    once: distinct
  },
  quantile: {
    every: (site) => {
      const [level] = site.params
      return `_levelOf(_inOrder(groupArray(a)), ${level?._tag === "Number" ? level.text : "0.5"})`
    }
  }
}
