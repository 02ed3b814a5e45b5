import type { DueCohort } from "@hedgerow/core/cohorts/CohortRepository"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** The place of a cohort in the order of due ones. */
const dueTime = (cohort: DueCohort | undefined): string => {
  const last = cohort?.last_calculation ?? null
  return last === null ? "-infinity" : DateTime.formatIso(last)
}

/**
 * The cohorts that are due, those of longest ago first. In two parts, as one index gives both in order: those that were
 * never calculated, then the others.
 */
export const dueCohorts = (
  sql: SqlClient.SqlClient,
  before: DateTime.Utc,
  after: DueCohort | undefined,
  limit: number
): Statement.Fragment => {
  const id = after?.id ?? 0
  const isFirst = (after?.last_calculation ?? null) === null
  const found = sql`SELECT * FROM cohorts WHERE cohort_type IN ('person_property', 'behavioral') AND NOT deleted`
  return sql`SELECT * FROM (
    (${found} AND last_calculation IS NULL AND ${isFirst}::boolean AND id > ${id}::int4 ORDER BY id LIMIT ${limit}::int4)
    UNION ALL
    (${found} AND last_calculation < ${DateTime.toDateUtc(before)}::timestamptz
      AND (last_calculation, id) > (${dueTime(after)}::timestamptz, ${isFirst ? 0 : id}::int4)
      ORDER BY last_calculation, id LIMIT ${limit}::int4)
  ) AS found ORDER BY coalesce(last_calculation, '-infinity'), id LIMIT ${limit}::int4`
}
