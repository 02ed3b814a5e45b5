import { Result, Schema } from "effect"
import type { Project } from "../../access/Project.ts"
import { filterCondition } from "./FilterCondition.ts"
import { PropertyFilters } from "./PropertyFilter.ts"
import type { Moment } from "./PropertyOperators.ts"
import { always, type Sql } from "./SqlFragment.ts"

const decode = Schema.decodeUnknownResult(PropertyFilters)

/** Holds on the events that are none of the project's own tests. */
export const testAccountCondition = ({ test_account_filters: filters }: Project, moment: Moment): Sql =>
  Result.match(decode(filters), { onFailure: () => always, onSuccess: (read) => filterCondition(read, moment) })
