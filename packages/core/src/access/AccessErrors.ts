import { Schema } from "effect"

/** The request carries no credentials. */
export class NotAuthenticated extends Schema.TaggedError<NotAuthenticated>()("NotAuthenticated", {}) {}

/** The request carries a key, secret or token that is unknown or malformed, or a key that belongs to an inactive user. */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()("InvalidCredentials", {
  source: Schema.Literals(["header", "body", "query"]),
  kind: Schema.Literals(["personal key", "project secret", "project token"])
}) {}

/** The caller is known but may not do this; `reason` is the rule that refused. */
export class AccessDenied extends Schema.TaggedError<AccessDenied>()("AccessDenied", {
  reason: Schema.Union([
    Schema.TaggedStruct("MissingScope", { scope: Schema.String }),
    Schema.TaggedStruct("NoKeyAccess", {}),
    Schema.TaggedStruct("NoProjectSecretAccess", {}),
    Schema.TaggedStruct("ProjectOutOfScope", { projectId: Schema.String }),
    Schema.TaggedStruct("ProjectScopeOnOtherUrl", {}),
    Schema.TaggedStruct("OrganizationOutOfScope", { organizationId: Schema.String }),
    Schema.TaggedStruct("OrganizationScopeOnOtherUrl", {}),
    Schema.TaggedStruct("NotAMember", {}),
    Schema.TaggedStruct("NotAManager", {}),
    Schema.TaggedStruct("NotAnOwner", {}),
    Schema.TaggedStruct("KeySelfManagement", {})
  ])
}) {}

/** No project has this id or token, or the caller has no current one. */
export class ProjectNotFound extends Schema.TaggedError<ProjectNotFound>()("ProjectNotFound", {}) {}

/** No organisation has this id, or the caller has no current one. */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {}) {}

/** The caller has no personal API key with this id. */
export class PersonalApiKeyNotFound
  extends Schema.TaggedError<PersonalApiKeyNotFound>()("PersonalApiKeyNotFound", {})
{}

/** The project has no secret with this id. */
export class ProjectSecretKeyNotFound
  extends Schema.TaggedError<ProjectSecretKeyNotFound>()("ProjectSecretKeyNotFound", {})
{}

/** The organisation has no member with this uuid. */
export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", {}) {}

/** No active user is the one asked for. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", {}) {}

/** Another user of the installation has this email. */
export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", { email: Schema.String }) {}

/** The request has the cookie of a session, and may have been sent by a page of another site; `reason` is what shows it. */
export class RequestForged extends Schema.TaggedError<RequestForged>()("RequestForged", {
  reason: Schema.Literals(["site", "origin", "token", "media type"])
}) {}
