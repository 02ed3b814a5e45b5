import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../requests/Paging.ts"

const text = Schema.optionalKey(Schema.String)
const params = { project_id: Schema.String }

/** An event name the project has received. */
export const EventDefinitionRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  created_at: Schema.String,
  last_seen_at: Schema.String,
  tags: Schema.Array(Schema.String),
  is_action: Schema.Boolean
}).annotate({ identifier: "EventDefinition" })

/** A property name the project has received. */
export const PropertyDefinitionRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literals(["event", "person", "group"]),
  property_type: Schema.NullOr(Schema.String),
  is_numerical: Schema.Boolean,
  tags: Schema.Array(Schema.String)
}).annotate({ identifier: "PropertyDefinition" })

/** The names a project's data uses. Filters that do not narrow anything here are accepted. */
export class DefinitionsApi extends HttpApiGroup.make("definitions")
  .add(
    HttpApiEndpoint.get("events", "/event_definitions/", {
      params,
      query: { ...pageParams, search: text },
      success: pageOf(EventDefinitionRecord)
    }).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.get("properties", "/property_definitions/", {
      params,
      query: {
        ...pageParams,
        search: text,
        type: text,
        event_names: text,
        filter_by_event_names: text,
        exclude_core_properties: text,
        exclude_hidden: text,
        is_feature_flag: text
      },
      success: pageOf(PropertyDefinitionRecord)
    }).annotate(RequiredScope, "property_definition:read")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Definitions" }))
{}
