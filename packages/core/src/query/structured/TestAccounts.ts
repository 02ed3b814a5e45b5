import { Result, Schema } from "effect"
import type { Project } from "../../access/Project.ts"
import { filterCondition } from "./FilterCondition.ts"
import type { Moment } from "./Operator.ts"
import { PropertyFilters } from "./PropertyFilter.ts"
import type { Sql } from "./SqlFragment.ts"

const decode = Schema.decodeUnknownResult(PropertyFilters)

/** The conditions that leave out the project's own tests; none where they cannot be read. */
export const testAccountFilters = ({ test_account_filters: filters }: Project): PropertyFilters =>
  Result.getOrElse(decode(filters), () => [])

/** Holds on the events that are none of the project's own tests. */
export const testAccountCondition = (project: Project, moment: Moment): Sql =>
  filterCondition(testAccountFilters(project), moment)
