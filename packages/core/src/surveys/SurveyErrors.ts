import { Schema } from "effect"

/** The project has no such survey. */
export class SurveyNotFound extends Schema.TaggedError<SurveyNotFound>()("SurveyNotFound", {}) {}

/** The survey takes no responses: it is not shown on a page of its own, or does not run. */
export class SurveyClosed extends Schema.TaggedError<SurveyClosed>()("SurveyClosed", {}) {}

/** Another survey of the project has this name, archived ones included. */
export class SurveyNameTaken extends Schema.TaggedError<SurveyNameTaken>()("SurveyNameTaken", {
  name: Schema.String
}) {}

/** The response is archived as one of another survey. */
export class ResponseArchivedElsewhere
  extends Schema.TaggedError<ResponseArchivedElsewhere>()("ResponseArchivedElsewhere", {
    response_uuid: Schema.String
  })
{}
