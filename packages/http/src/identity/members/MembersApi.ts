import { changedMember, newMember } from "@hedgerow/core/access/Members"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { inOrganization } from "../../requests/Parameters.ts"
import { createBody } from "../../requests/RequestBody.ts"
import { described, operation } from "../../shared/Described.ts"
import { MemberRecord } from "../IdentitySchema.ts"

const member = { ...inOrganization, user_uuid: described(Schema.String, "The member's uuid.") }
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const

/** A user of the installation who becomes a member, by their email; `level` is 1 by default. */
export const NewMember = createBody(newMember, {
  identifier: "NewOrganizationMember",
  description: "A user of the installation who becomes a member, by their email address."
})

/** A member's new level, which is required. */
export const MemberChanges = createBody(changedMember, {
  identifier: "OrganizationMemberChanges",
  description: "The level of a member from now on."
})

/** The people of an organisation. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: inOrganization,
      query: pageParams,
      success: pageOf(MemberRecord),
      error: apiErrorAt(404)
    }).annotateMerge(operation("List members", "Returns a page of the organisation's members with their levels."))
      .annotate(RequiredScope, "organization_member:read"),
    HttpApiEndpoint.post("add", "/", {
      params: inOrganization,
      payload: NewMember,
      success: MemberRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Add a member",
        "Adds a user of the installation by their email and returns the member. A user who does not exist or cannot "
          + "be added is 400. Members get 403."
      )
    ).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.patch("update", "/:user_uuid/", {
      params: member,
      payload: MemberChanges,
      success: MemberRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change a member's level",
        "Sets the member's level and returns the member. The last owner cannot be made less: that is 400."
      )
    ).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.delete("remove", "/:user_uuid/", {
      params: member,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "Remove a member",
        "Removes the member from the organisation. Members may remove themselves. The last owner cannot be removed: "
          + "that is 400."
      )
    ).annotate(RequiredScope, "organization_member:write")
  )
  .prefix("/api/organizations/:organization_id/members")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Organization members",
    description:
      "The people of an organisation and their levels: 1 member, 8 admin, 15 owner. An organisation keeps at least one owner."
  }))
{}
