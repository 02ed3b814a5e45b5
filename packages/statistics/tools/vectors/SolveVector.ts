/** Answers acceptance vectors: one table from method to function, over the engine's own parts. */
import { aggregationFamilies } from "./families/AggregationVectors.ts"
import { bayesianFamilies } from "./families/BayesianVectors.ts"
import { comparisonFamilies } from "./families/Comparisons.ts"
import { cupedRatioRows } from "./families/CupedRatioVectors.ts"
import { cupedMeanRows } from "./families/CupedVectors.ts"
import { goalFamilies } from "./families/GoalVectors.ts"
import { powerFamilies } from "./families/PowerVectors.ts"
import { sampleFamilies } from "./families/SampleVectors.ts"
import { sequentialFamilies } from "./families/SequentialVectors.ts"
import { stratifiedRows } from "./families/StratifiedVectors.ts"
import { type Answer, refused, type Row } from "./Rows.ts"

const families: Readonly<Record<string, ReadonlyArray<Row>>> = {
  ...comparisonFamilies,
  ...bayesianFamilies,
  ...sequentialFamilies,
  cuped: [...cupedMeanRows, ...cupedRatioRows],
  "post-stratification": stratifiedRows,
  ...sampleFamilies,
  ...powerFamilies,
  ...aggregationFamilies,
  ...goalFamilies
}

export interface Vector {
  readonly family: string
  readonly method: string
  readonly inputs: unknown
}

/** The row whose name is the method's beginning; the longest one where several are. */
const rowOf = (family: string, method: string): Row | undefined =>
  (families[family] ?? [])
    .filter((row) => method.startsWith(row.method))
    .toSorted((one, other) => other.method.length - one.method.length)[0]

/**
 * Solves one vector and returns the fields it expects, sometimes more. Unbounded ends are ±Infinity; where nothing can be
 * computed the answer is `{ error, stats: null }`.
 */
export const solveVector = ({ family, inputs, method }: Vector): Answer =>
  rowOf(family, method)?.solve(inputs as never) ?? refused("unknown_method")
