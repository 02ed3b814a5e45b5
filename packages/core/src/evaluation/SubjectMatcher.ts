import type { DateTime } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { cohortIds, makeCohortIndex } from "./CohortIndex.ts"
import { makeCohortTests } from "./CohortTests.ts"
import { compileProperties } from "./CompiledCondition.ts"
import { startEvaluation } from "./Evaluation.ts"
import type { CohortSource } from "./FlagSource.ts"
import { maxFlagWork } from "./Work.ts"

/** One person or group that is asked about. */
export interface MatchedSubject {
  /** A person's distinct id or a group's key. */
  readonly identifier: string
  readonly properties: JsonRecord
  /** The listed cohorts that the person is in. */
  readonly staticCohorts: ReadonlySet<number>
  readonly now: DateTime.Utc
}

/** A condition on persons or groups, ready to be asked of many. */
export interface SubjectMatcher {
  /** Nobody meets a condition on a cohort that does not exist or needs itself. */
  readonly matches: (subject: MatchedSubject) => boolean
  /** The work of its answers so far, in the units of `Work`. */
  readonly spent: () => number
  /** The cohorts whose list of members must be known. */
  readonly staticCohorts: ReadonlyArray<number>
}

const nothing = { groups: {}, groupProperties: {}, hashKeys: new Map<string, string>() }

/** Whether a person, or a group, has the properties that a flag's condition wants. Its rollout does not count. */
export const conditionMatcher = (
  properties: ReadonlyArray<JsonRecord>,
  { cohorts, timeZone }: { readonly cohorts: ReadonlyArray<CohortSource>; readonly timeZone: string },
  of: "person" | "group" = "person"
): SubjectMatcher => {
  const book = makeCohortIndex(cohorts)
  const ownName = of === "person" ? "distinct_id" : "$group_key"
  const context = { book, cohorts: makeCohortTests(book, timeZone), groupTypes: new Map<number, string>(), timeZone }
  const compiled = compileProperties(properties, context)
  const used = properties.flatMap((property) => property["type"] === "cohort" ? cohortIds(property) : [])
  let spent = 0
  return {
    spent: () => spent,
    matches: ({ identifier, now, properties, staticCohorts }) => {
      const request = { ...nothing, distinctId: identifier, personProperties: properties, staticCohorts, now }
      const evaluation = startEvaluation(request)
      const subject = { properties, ownName, ownValue: identifier } as const
      const isMatch = compiled.every(({ test }) => test(subject, evaluation)) && evaluation.failure === undefined
      spent += maxFlagWork - evaluation.left
      return isMatch
    },
    staticCohorts: book.reachOf(used).listed
  }
}
