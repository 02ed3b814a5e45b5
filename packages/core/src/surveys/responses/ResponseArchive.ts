import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { all, any, is } from "../../entities/Where.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import { responseKey, surveyOfEvent } from "../../query/functions/SurveyFunctions.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { parseUuid, type Uuid } from "../../shared/Uuid.ts"
import type { Survey, SurveyId } from "../Survey.ts"
import { SurveyNotFound } from "../SurveyErrors.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { ArchivedResponse, archivedResponseEntity } from "./ArchivedResponse.ts"
import { ArchivedResponseRepository } from "./ArchivedResponseRepository.ts"
import type { makeResponseQueries } from "./ResponseQueries.ts"

/** The response that an event belongs to, given the event's uuid or the submission: an event that has the uuid goes first. */
const responseOf = `SELECT ${responseKey} AS response
FROM events
WHERE event IN ('survey shown', 'survey dismissed', 'survey sent') AND ${surveyOfEvent} = {survey}
  AND (uuid = toUUID({response}) OR lower(${responseKey}) = {response})
ORDER BY uuid = toUUID({response}) DESC, timestamp DESC, uuid DESC
LIMIT 1`

/** More events of archived responses are not listed. */
const maxListed = 50_000

const eventsOf = `SELECT ${responseKey} AS response, toString(uuid) AS event_uuid
FROM events
WHERE event = 'survey sent' AND ${surveyOfEvent} = {survey} AND response IN ({archived})
ORDER BY timestamp DESC, uuid DESC
LIMIT ${maxListed}`

const invalidUuid = new InvalidInput({
  issues: [{ path: ["response_uuid"], code: "invalid_input", message: "Invalid UUID format" }]
})

/** Archives responses and restores them. A response is archived with all events of its submission. */
export const makeResponseArchive = Effect.fnUntraced(
  function*({ rows: ask }: Effect.Success<typeof makeResponseQueries>) {
    const archive = yield* ArchivedResponseRepository
    const surveys = yield* SurveyRepository
    const transaction = yield* Transaction
    const { record } = yield* Changes

    const rowsOf = (project: ProjectId, survey: SurveyId) =>
      archive.all(project, {
        where: is("survey_id", survey),
        order: [{ field: "archived_at", isDescending: true }]
      })

    /** The response that the uuid is of: outside of the transaction, as it asks the store of events. */
    const keyOf = Effect.fnUntraced(function*(project: Project, survey: Survey, response: Uuid) {
      const [row] = yield* ask(project, { sql: responseOf, values: { survey: survey.id, response } })
      return String(row?.[0] ?? response)
    })

    /** The events of the response to archive, under the lock of its survey. */
    const lockedRows = Effect.fnUntraced(function*(by: Editing, survey: Survey, response: Uuid, key: string) {
      const found = yield* surveys.findForUpdate(by.project.id, survey.id)
      if (Option.isNone(found)) return yield* new SurveyNotFound()
      return yield* archive.all(by.project.id, {
        where: all([is("survey_id", survey.id), any([is("response_uuid", response), is("response_key", key)])])
      })
    })

    const put = Effect.fnUntraced(function*(by: Editing, survey: Survey, response: Uuid, key: string) {
      const known = yield* lockedRows(by, survey, response, key)
      if (known.some(({ response_uuid }) => response_uuid === response)) return
      const row = yield* archive.create({
        project_id: by.project.id,
        survey_id: survey.id,
        response_uuid: response,
        response_key: key,
        archived_at: yield* DateTime.now
      })
      if (known.length === 0) {
        yield* record(by, archivedResponseEntity, { after: row }, { action: "response_archived" })
      }
    }, transaction.run)

    const take = Effect.fnUntraced(function*(by: Editing, survey: Survey, response: Uuid, key: string) {
      const known = yield* lockedRows(by, survey, response, key)
      const [first] = known
      if (first === undefined) return
      yield* Effect.forEach(known, ({ id }) => archive.remove(by.project.id, id), { discard: true })
      const before = new ArchivedResponse({ ...first, response_uuid: response })
      yield* record(by, archivedResponseEntity, { before }, { action: "response_unarchived" })
    }, transaction.run)

    const changing = (change: typeof put | typeof take) =>
      Effect.fnUntraced(function*(by: Editing, survey: Survey, text: string) {
        const response = parseUuid(text) ?? (yield* invalidUuid)
        yield* change(by, survey, response, yield* keyOf(by.project, survey, response))
        return response
      })

    /** The uuids of the events that came before and after with the same submission. */
    const siblings = Effect.fnUntraced(
      function*(project: Project, survey: Survey, known: ReadonlyArray<ArchivedResponse>) {
        const archived = known.flatMap(({ response_key: key, response_uuid: uuid }) => key === uuid ? [] : [key])
        if (archived.length === 0) return new Map<string, ReadonlyArray<string>>()
        const events = yield* ask(project, { sql: eventsOf, values: { survey: survey.id }, lists: { archived } })
        const found = Map.groupBy(events, ([key]) => String(key))
        return new Map([...found].map(([key, rows]) => [key, rows.map(([, uuid]) => String(uuid))] as const))
      }
    )

    return {
      put: changing(put),
      take: changing(take),
      /** The archived responses of a survey, each once. */
      keys: (project: ProjectId, survey: SurveyId) =>
        Effect.map(rowsOf(project, survey), (rows) => [...new Set(rows.map(({ response_key }) => response_key))]),
      /** Every uuid that an archived response is known by, the last archived first. */
      uuids: Effect.fnUntraced(function*(project: Project, survey: Survey) {
        const rows = yield* rowsOf(project.id, survey.id)
        const others = yield* siblings(project, survey, rows)
        const listed = rows.flatMap(({ response_key, response_uuid }) =>
          [String(response_uuid)].concat(others.get(response_key) ?? [])
        )
        return [...new Set(listed)]
      })
    }
  }
)
