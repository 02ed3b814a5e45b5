import { latestOfResponse, responseKey, surveyOfEvent } from "../../query/functions/SurveyFunctions.ts"

/** From `{since}` to `{until}`, both included. */
export const inWindow = "timestamp >= toDateTime({since}) AND timestamp <= toDateTime({until})"

/** The events of responses to the survey `{survey}` within the window. */
export const areResponses = `event = 'survey sent' AND ${surveyOfEvent} = {survey} AND ${inWindow}`

/** The number of characters after which texts that are read to be summed up are cut. */
export const summaryLength = 2_000

/** Whether the response is none of those that are archived. */
export const isNotArchived = "response NOT IN ({archived})"

/**
 * Of each response the event that counts: the latest one. The answers of a submission are those of this event, as
 * clients send all of them each time.
 */
export const latestEvents = (columns: string): string =>
  `SELECT uuid, timestamp, ${responseKey} AS response, ${columns}
FROM events
WHERE ${areResponses}
${latestOfResponse}`
