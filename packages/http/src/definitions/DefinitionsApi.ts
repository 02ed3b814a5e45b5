import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf } from "../requests/Paging.ts"
import { eventDefinitionsQuery, propertyDefinitionsQuery } from "./DefinitionQuery.ts"
import {
  EventDefinitionChanges,
  EventDefinitionRecord,
  NewEventDefinition,
  PropertyDefinitionChanges,
  PropertyDefinitionRecord
} from "./DefinitionRecords.ts"

const params = { project_id: Schema.String }
const one = { project_id: Schema.String, id: Schema.String }
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const

/** The names a project's data uses: learnt from what arrives, described by people. */
export class DefinitionsApi extends HttpApiGroup.make("definitions")
  .add(
    HttpApiEndpoint.get("events", "/event_definitions/", {
      params,
      query: eventDefinitionsQuery,
      success: pageOf(EventDefinitionRecord)
    }).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.post("createEvent", "/event_definitions/", {
      params,
      payload: NewEventDefinition,
      success: EventDefinitionRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.get("eventByName", "/event_definitions/by_name/", {
      params,
      query: { name: Schema.optionalKey(Schema.String) },
      success: EventDefinitionRecord
    }).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.get("event", "/event_definitions/:id/", {
      params: one,
      success: EventDefinitionRecord
    }).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.patch("updateEvent", "/event_definitions/:id/", {
      params: one,
      payload: EventDefinitionChanges,
      success: EventDefinitionRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.delete("removeEvent", "/event_definitions/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.get("properties", "/property_definitions/", {
      params,
      query: propertyDefinitionsQuery,
      success: pageOf(PropertyDefinitionRecord)
    }).annotate(RequiredScope, "property_definition:read"),
    HttpApiEndpoint.get("property", "/property_definitions/:id/", {
      params: one,
      success: PropertyDefinitionRecord
    }).annotate(RequiredScope, "property_definition:read"),
    HttpApiEndpoint.patch("updateProperty", "/property_definitions/:id/", {
      params: one,
      payload: PropertyDefinitionChanges,
      success: PropertyDefinitionRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "property_definition:write"),
    HttpApiEndpoint.delete("removeProperty", "/property_definitions/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotate(RequiredScope, "property_definition:write")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Definitions" }))
{}
