import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { ProjectId } from "../../identity/Project.ts"
import { Uuid } from "../../shared/Uuid.ts"
import { SurveyId } from "../Survey.ts"
import { ResponseArchivedElsewhere } from "../SurveyErrors.ts"

/**
 * A response that is put away: it stays stored, and is left out where archived responses are. Everything that was sent
 * with the same submission goes with it, before and after.
 */
export class ArchivedResponse extends Schema.Class<ArchivedResponse>("ArchivedResponse")({
  project_id: ProjectId,
  /** A uuid of version 7. */
  id: Uuid,
  survey_id: SurveyId,
  /** As the client named it: the uuid of one of its events, or its submission. */
  response_uuid: Uuid,
  /** The submission, or the uuid of an event without one. */
  response_key: Schema.String,
  archived_at: Schema.DateTimeUtc
}) {}

/** The entity of archived responses. The log shows them as changes of their survey. */
export const archivedResponseEntity = entity({
  name: "ArchivedResponse",
  table: "survey_archived_responses",
  model: ArchivedResponse,
  ids: "uuid",
  unique: {
    field: "response_uuid",
    isFreedByDeletion: false,
    taken: ({ response_uuid }: ArchivedResponse) => new ResponseArchivedElsewhere({ response_uuid })
  },
  activity: {
    scope: "Survey",
    itemId: ({ survey_id }) => survey_id,
    name: ({ response_uuid }) => `Response ${response_uuid}`
  },
  references: { survey_id: "surveys" }
})
