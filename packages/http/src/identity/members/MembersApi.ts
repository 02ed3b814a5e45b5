import { changedMember, newMember } from "@hedgerow/core/access/Members"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { pageOf, pageParams } from "../../requests/Paging.ts"
import { createBody } from "../../requests/RequestBody.ts"
import { MemberRecord } from "../IdentityRecords.ts"

const organization = { organization_id: Schema.String }
const member = { organization_id: Schema.String, user_uuid: Schema.String }
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const

/** A user of the installation who becomes a member, by their email; `level` is 1 unless said otherwise. */
export const NewMember = createBody(newMember, {
  identifier: "NewOrganizationMember",
  description: "A user of the installation who becomes a member, by their email address."
})

/** A member's new level, which must be said. */
export const MemberChanges = createBody(changedMember, {
  identifier: "OrganizationMemberChanges",
  description: "What a member may do from now on."
})

/** The people of an organisation. */
export class MembersApi extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: organization,
      query: pageParams,
      success: pageOf(MemberRecord),
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "organization_member:read"),
    HttpApiEndpoint.post("add", "/", {
      params: organization,
      payload: NewMember,
      success: MemberRecord.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.patch("update", "/:user_uuid/", {
      params: member,
      payload: MemberChanges,
      success: MemberRecord,
      error: bodyErrors
    }).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.delete("remove", "/:user_uuid/", {
      params: member,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotate(RequiredScope, "organization_member:write")
  )
  .prefix("/api/organizations/:organization_id/members")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({ title: "Organization members" }))
{}
