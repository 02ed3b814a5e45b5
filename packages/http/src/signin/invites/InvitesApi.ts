import { acceptedInviteFields, inviteLinkFields } from "@hedgerow/core/accounts/invites/InviteAcceptance"
import { inviteFields } from "@hedgerow/core/accounts/invites/Invites"
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
import { SignedInRecord } from "../SignInSchema.ts"
import { InviteRecord, JoinedRecord, OpenedInviteRecord, SentInviteRecord } from "./InviteSchema.ts"

const one = { ...inOrganization, id: described(Schema.String, "The invitation's id.") }
const bodyErrors = [apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)] as const
const linkErrors = [apiErrorAt(403), apiErrorAt(429), ...bodyErrors] as const

/** Somebody is invited. */
export const NewInvite = createBody(inviteFields, {
  identifier: "NewOrganizationInvite",
  description: "A person who is invited to an organization, by their email address."
})

/** The link of an invitation. */
export const InviteLink = createBody(inviteLinkFields, {
  identifier: "InviteLink",
  description: "The link of an invitation."
})

/** An account by an invitation. */
export const AcceptedInvite = createBody(acceptedInviteFields, {
  identifier: "AcceptedInvite",
  description: "The account of a person who was invited."
})

/** The invitations of an organisation. */
export class InvitesApi extends HttpApiGroup.make("invites")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: inOrganization,
      query: pageParams,
      success: pageOf(InviteRecord),
      error: apiErrorAt(404)
    }).annotateMerge(
      operation(
        "List invitations",
        "Returns a page of the organisation's invitations that nobody has accepted yet. Members get 403."
      )
    ).annotate(RequiredScope, "organization_member:read"),
    HttpApiEndpoint.post("send", "/", {
      params: inOrganization,
      payload: NewInvite,
      success: SentInviteRecord.pipe(HttpApiSchema.status(201)),
      error: [apiErrorAt(429), ...bodyErrors]
    }).annotateMerge(
      operation(
        "Invite a person",
        "Makes a link that works once within 7 days, mails it to the address where the server can, and else returns it. "
          + "An address that belongs to a member, or is invited already, is 400. Members get 403."
      )
    ).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.post("resend", "/:id/resend/", {
      params: one,
      success: SentInviteRecord,
      error: [apiErrorAt(404), apiErrorAt(429)]
    }).annotateMerge(
      operation(
        "Send an invitation again",
        "Makes another link for the invitation, which works for 7 days from now. The link before works no longer."
      )
    ).annotate(RequiredScope, "organization_member:write"),
    HttpApiEndpoint.delete("revoke", "/:id/", {
      params: one,
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(operation("Revoke an invitation", "Removes the invitation. Its link works no longer."))
      .annotate(RequiredScope, "organization_member:write")
  )
  .prefix("/api/organizations/:organization_id/invites")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Organization invitations",
    description: "People who are invited to an organisation by a link. For its admins and owners. A server that is "
      + "embedded in an application with a login of its own answers 404 here."
  }))
{}

/** Invitations by their links, for who is not signed in. */
export class InviteLinksApi extends HttpApiGroup.make("inviteLinks")
  .add(
    HttpApiEndpoint.post("read", "/read/", { payload: InviteLink, success: OpenedInviteRecord, error: linkErrors })
      .annotateMerge(operation("Read an invitation", "Returns what the link of an invitation is for."))
      .annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("accept", "/accept/", { payload: AcceptedInvite, success: SignedInRecord, error: linkErrors })
      .annotateMerge(
        operation(
          "Accept an invitation",
          "Makes an account with the invited address, which joins the organisation, and signs it in. The link works once. "
            + "Where somebody has an account with the address it is 400: they log in, and join."
        )
      ).annotate(RequiredScope, "public")
  )
  .prefix("/api/invites")
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Invitations",
    description:
      "Accounts by the link of an invitation. A server that is embedded in an application with a login of its "
      + "own answers 404 here."
  }))
{}

/** Invitations of who is signed in. */
export class OwnInvitesApi extends HttpApiGroup.make("ownInvites")
  .add(
    HttpApiEndpoint.post("join", "/join/", { payload: InviteLink, success: JoinedRecord, error: linkErrors })
      .annotateMerge(
        operation(
          "Join an organisation",
          "Accepts an invitation of the address of who is signed in. An invitation of another address is 403."
        )
      ).annotate(RequiredScope, "no key")
  )
  .prefix("/api/users/@me")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Own invitations",
    description: "Invitations of who is signed in. API keys are refused."
  }))
{}
