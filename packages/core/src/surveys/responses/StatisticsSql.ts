import { responseKey, surveyOfEvent } from "../../query/functions/SurveyFunctions.ts"
import { inWindow } from "./ResponseSql.ts"

/** A dismissal after some answers is none: the answers were sent. */
const isDismissal = "(event = 'survey dismissed' "
  + "AND JSONExtractString(properties, '$survey_partially_completed') != 'true')"

/** The key of a response among those of several surveys. */
const qualifiedKey = `concat(${surveyOfEvent}, '/', ${responseKey})`

const totals = (kind: string): string =>
  [
    `sum(${kind})`,
    `countIf(${kind} > 0)`,
    `min(first_${kind})`,
    `max(last_${kind})`
  ].join(", ")

const ofPerson = (kind: string): string =>
  [
    `countIf(kind = 'survey ${kind}') AS ${kind}`,
    `minIf(at, kind = 'survey ${kind}') AS first_${kind}`,
    `maxIf(at, kind = 'survey ${kind}') AS last_${kind}`
  ].join(", ")

const kinds = ["shown", "dismissed", "sent"]

/**
 * One row: the number of people who both dismissed and answered, then for displays, dismissals and answers their
 * number, the number of people, the first and the last time. Only the latest event of each response counts.
 */
const totalsSql = (isMeant: string, key: string): string =>
  `SELECT countIf(dismissed > 0 AND sent > 0), ${kinds.map(totals).join(", ")}
FROM (
  SELECT person, ${kinds.map(ofPerson).join(", ")}
  FROM (
    SELECT event AS kind, person_id AS person, timestamp AS at
    FROM events
    WHERE (event = 'survey shown' OR ${isDismissal}) AND ${isMeant} AND ${inWindow} AND ${key} NOT IN ({archived})
    UNION ALL
    SELECT 'survey sent' AS kind, person, at
    FROM (
      SELECT person_id AS person, timestamp AS at, ${key} AS response
      FROM events
      WHERE event = 'survey sent' AND ${isMeant} AND ${inWindow}
      ORDER BY timestamp DESC, uuid DESC
      LIMIT 1 BY ${key}
    )
    WHERE response NOT IN ({archived})
  )
  GROUP BY person
)`

/** The totals of the survey `{survey}`. */
export const totalsOfSurvey = totalsSql(`${surveyOfEvent} = {survey}`, responseKey)

/** The totals of the surveys `{surveys}`. */
export const totalsOfSurveys = totalsSql(`${surveyOfEvent} IN ({surveys})`, qualifiedKey)

/** More surveys are not counted. */
const maxCounted = 10_000

/** The number of responses to each survey, of the named ones or of all. */
export const countsSql = (areNamed: boolean): string =>
  `SELECT survey, count() AS responses
FROM (
  SELECT ${surveyOfEvent} AS survey, ${qualifiedKey} AS response
  FROM events
  WHERE event = 'survey sent' AND ${inWindow} AND ${
    areNamed ? `${surveyOfEvent} IN ({surveys})` : `notEmpty(${surveyOfEvent})`
  }
  GROUP BY survey, response
)
WHERE response NOT IN ({archived})
GROUP BY survey
ORDER BY responses DESC, survey
LIMIT ${maxCounted}`
