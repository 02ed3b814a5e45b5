import { Result, Schema } from "effect"
import type { Moment } from "../../filters/Operator.ts"
import { PropertyFilters } from "../../filters/PropertyFilter.ts"
import type { Sql } from "../../filters/SqlFragment.ts"
import type { Project } from "../../identity/Project.ts"
import { filterCondition } from "./FilterCondition.ts"

const decode = Schema.decodeUnknownResult(PropertyFilters)

/** The conditions that leave out the project's own tests; none where they cannot be read. */
export const testAccountFilters = ({ test_account_filters: filters }: Project): PropertyFilters =>
  Result.getOrElse(decode(filters), () => [])

/** Holds on the events that are none of the project's own tests. */
export const testAccountCondition = (project: Project, moment: Moment): Sql =>
  filterCondition(testAccountFilters(project), moment)
