/** Breakdowns by cohorts beside other properties: the members of each cohort are cut by the others by themselves. */
import { always, type Sql, sql } from "../../filters/SqlFragment.ts"
import type { Breakdowns } from "./BreakdownFilter.ts"

/** The id of a cohort, or all users. */
type Cohort = Breakdowns["cohorts"][number]

/** One cohort with the breakdowns beside it; without one, all that there is to cut by. */
export interface CohortPart {
  readonly breakdowns: Breakdowns
  readonly cohort: Cohort | undefined
}

/** Holds on the events of a cohort's members. */
export const isMember = (cohort: Cohort): Sql => cohort === "all" ? always : sql`person_id IN COHORT ${cohort}`

/** Each cohort with the other breakdowns. Cohorts alone, and other breakdowns alone, are one part. */
export const cohortParts = (breakdowns: Breakdowns): ReadonlyArray<CohortPart> =>
  breakdowns.by.length === 0 || breakdowns.cohorts.length === 0
    ? [{ breakdowns, cohort: undefined }]
    : breakdowns.cohorts.map((cohort) => ({ breakdowns: { ...breakdowns, cohorts: [] }, cohort }))

/** Holds on the events of a part. */
export const isInPart = ({ cohort }: CohortPart): Sql => cohort === undefined ? always : isMember(cohort)

/** The texts of a value, that of the part's cohort at its place among them. */
export const withCohort = <A>({ breakdowns, cohort }: CohortPart, texts: ReadonlyArray<A>, shown: (id: string) => A) =>
  cohort === undefined ? texts : texts.toSpliced(breakdowns.cohortIndex, 0, shown(String(cohort)))
