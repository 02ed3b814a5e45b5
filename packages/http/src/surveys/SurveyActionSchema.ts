import { surveyCopyFields } from "@hedgerow/core/surveys/copying/CopySurveys"
import { documentFields, documentFormat, documentVersion } from "@hedgerow/core/surveys/copying/SurveyDocument"
import { Schema } from "effect"
import { createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

/** The targets of a survey's copy. */
export const SurveyDuplication = createBody(surveyCopyFields, {
  identifier: "SurveyDuplication",
  description: "The projects that get a copy of the survey."
})

/** The copies that were made. */
export const SurveyCopies = Schema.Struct({
  created_surveys: described(
    Schema.Array(Schema.Struct({
      team_id: described(Schema.Int, "The project that has the copy."),
      survey_id: described(Schema.String, "The copy's id."),
      name: described(Schema.String, "The copy's name."),
      skipped_fields: described(Schema.Array(Schema.String), "The fields that the survey has and the copy has not.")
    })),
    "The copies, in the order of the request."
  ),
  count: described(Schema.Int, "Their number.")
}).annotate({ identifier: "SurveyCopies" })

/** A survey as a document that any project can import. */
export const SurveyDocumentRecord = Schema.Struct({
  format: described(Schema.Literal(documentFormat), "Says that it is the document of a survey."),
  version: described(Schema.Literal(documentVersion), "The version of the document."),
  survey: described(structured("NewSurvey"), "The survey, as the body of a new one."),
  skipped_fields: described(
    Schema.Array(Schema.String),
    "The fields that the survey has and the document has not, since they refer to records of the project."
  )
}).annotate({ identifier: "SurveyDocument" })

/** A document to be imported. */
export const SurveyImport = createBody(documentFields, {
  identifier: "SurveyImport",
  description: "The document of a survey, as `export` returns it."
})
