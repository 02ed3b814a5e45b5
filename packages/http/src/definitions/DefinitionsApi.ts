import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { pageOf } from "../requests/Paging.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { eventDefinitionsQuery, propertyDefinitionsQuery } from "./DefinitionQuery.ts"
import {
  EventDefinitionChanges,
  EventDefinitionRecord,
  NewEventDefinition,
  PropertyDefinitionChanges,
  PropertyDefinitionRecord
} from "./DefinitionSchema.ts"

const params = inProject
const one = oneInProject("The definition's id.")
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const

/** The names a project's data uses: learnt from what arrives, described by people. */
export class DefinitionsApi extends HttpApiGroup.make("definitions")
  .add(
    HttpApiEndpoint.get("events", "/event_definitions/", {
      params,
      query: eventDefinitionsQuery,
      success: pageOf(EventDefinitionRecord)
    }).annotateMerge(
      operation(
        "List event definitions",
        "Returns a page of the event names that the project's data uses, by name unless `ordering` says otherwise."
      )
    ).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.post("createEvent", "/event_definitions/", {
      params,
      payload: NewEventDefinition,
      success: EventDefinitionRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Create an event definition",
        "Names an event before it is received and returns its definition. A name that is known already is 400."
      )
    ).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.get("eventByName", "/event_definitions/by_name/", {
      params,
      query: { name: textParam("The event's name, exactly.") },
      success: EventDefinitionRecord
    }).annotateMerge(
      operation(
        "Find an event definition by name",
        "Returns the definition of the event with exactly this name, or 404."
      )
    ).annotate(RequiredScope, "event_definition:read"),
    HttpApiEndpoint.get("event", "/event_definitions/:id/", {
      params: one,
      success: EventDefinitionRecord
    }).annotateMerge(operation("Read an event definition", "Returns one event definition.")).annotate(
      RequiredScope,
      "event_definition:read"
    ),
    HttpApiEndpoint.patch("updateEvent", "/event_definitions/:id/", {
      params: one,
      payload: EventDefinitionChanges,
      success: EventDefinitionRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change an event definition",
        "Changes the fields that the body names and returns the definition. Hidden and verified exclude each other."
      )
    ).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.delete("removeEvent", "/event_definitions/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      operation(
        "Delete an event definition",
        "Forgets the event's name and what was said of it. The name is known again when such an event is received."
      )
    ).annotate(RequiredScope, "event_definition:write"),
    HttpApiEndpoint.get("properties", "/property_definitions/", {
      params,
      query: propertyDefinitionsQuery,
      success: pageOf(PropertyDefinitionRecord)
    }).annotateMerge(
      operation(
        "List property definitions",
        "Returns a page of the property names that the project's data uses, by name."
      )
    ).annotate(RequiredScope, "property_definition:read"),
    HttpApiEndpoint.get("property", "/property_definitions/:id/", {
      params: one,
      success: PropertyDefinitionRecord
    }).annotateMerge(operation("Read a property definition", "Returns one property definition.")).annotate(
      RequiredScope,
      "property_definition:read"
    ),
    HttpApiEndpoint.patch("updateProperty", "/property_definitions/:id/", {
      params: one,
      payload: PropertyDefinitionChanges,
      success: PropertyDefinitionRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change a property definition",
        "Changes the fields that the body names and returns the definition. A type that is set is not changed by "
          + "events any more."
      )
    ).annotate(RequiredScope, "property_definition:write"),
    HttpApiEndpoint.delete("removeProperty", "/property_definitions/:id/", {
      params: one,
      success: HttpApiSchema.NoContent
    }).annotateMerge(
      operation(
        "Delete a property definition",
        "Forgets the property's name and what was said of it. The name is known again when it is received."
      )
    ).annotate(RequiredScope, "property_definition:write")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Definitions",
    description: "The names of events and properties that a project's data uses. They are learnt from events."
  }))
{}
