import { groupFilterFields } from "@hedgerow/core/people/GroupInput"
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { listQuery } from "../entities/EntityQuery.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { intParam } from "../requests/IntParam.ts"
import { inProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import {
  GroupPage,
  GroupRecord,
  GroupTypeRecord,
  NewGroup,
  UnsetGroupProperty,
  UpdatedGroupProperty
} from "./GroupSchema.ts"

// They must be given, which handlers see to: who may not ask at all is told so first.
const ofType = {
  group_type_index: Schema.optionalKey(intParam("The index of the type of groups, from 0 to 4; it must be given."))
}
const identity = { ...ofType, group_key: textParam("The key of the group; it must be given.") }
const bodyErrors = [apiErrorAt(413), apiErrorAt(415)] as const

/** The groups of a project. */
export class GroupsApi extends HttpApiGroup.make("groups")
  .add(
    HttpApiEndpoint.get("types", "/groups_types/", { params: inProject, success: Schema.Array(GroupTypeRecord) })
      .annotate(RequiredScope, "group:read")
      .annotateMerge(operation("List types of groups", "The types of groups that events have named, by index.")),
    HttpApiEndpoint.get("list", "/groups/", {
      params: inProject,
      query: {
        ...ofType,
        ...Struct.omit(listQuery(groupFilterFields), ["offset"]),
        cursor: textParam("The place of a page, as `next` and `previous` have it.")
      },
      success: GroupPage
    })
      .annotate(RequiredScope, "group:read")
      .annotateMerge(operation(
        "List groups",
        "A page of the groups of a type, by key. It ends earlier than `limit` where groups have much of properties."
      )),
    HttpApiEndpoint.get("find", "/groups/find/", { params: inProject, query: identity, success: GroupRecord })
      .annotate(RequiredScope, "group:read")
      .annotateMerge(operation("Read a group", "The group of this type and key.")),
    HttpApiEndpoint.post("create", "/groups/", {
      params: inProject,
      payload: NewGroup,
      success: GroupRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    })
      .annotate(RequiredScope, "group:write")
      .annotateMerge(operation("Create a group", "A new group of a type that events have named.")),
    HttpApiEndpoint.post("updateProperty", "/groups/update_property/", {
      params: inProject,
      query: identity,
      payload: UpdatedGroupProperty,
      success: GroupRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "group:write")
      .annotateMerge(operation("Set a property of a group", "Sets one property at once; the others stay.")),
    HttpApiEndpoint.post("deleteProperty", "/groups/delete_property/", {
      params: inProject,
      query: identity,
      payload: UnsetGroupProperty,
      success: GroupRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "group:write")
      .annotateMerge(operation(
        "Remove a property of a group",
        "Removes one property at once. A property that the group does not have changes nothing."
      ))
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Groups",
    description: "The companies, teams and other groups that persons share."
  }))
{}
