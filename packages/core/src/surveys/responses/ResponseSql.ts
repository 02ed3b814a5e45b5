/**
 * The parts of the statements about responses. Properties are read as the text that was sent, whatever type the project's
 * definitions give them.
 */
const property = (name: string): string => `JSONExtractString(properties, '${name}')`

const submission = property("$survey_submission_id")

/** What makes events one response: their submission, or an event by itself where it has none. */
export const responseKey = `if(notEmpty(${submission}), ${submission}, toString(uuid))`

/** The survey that an event is about. */
export const surveyOfEvent = property("$survey_id")

/** From `{since}` to `{until}`, both included. */
export const inWindow = "timestamp >= toDateTime({since}) AND timestamp <= toDateTime({until})"

/** The events of responses to the survey `{survey}` within the window. */
export const areResponses = `event = 'survey sent' AND ${surveyOfEvent} = {survey} AND ${inWindow}`

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
ORDER BY timestamp DESC, uuid DESC
LIMIT 1 BY response`
