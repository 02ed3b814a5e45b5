import type { LoginSession } from "@hedgerow/core/accounts/LoginSession"
import { endOf } from "@hedgerow/core/accounts/LoginSessions"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../../auth/Authorization.ts"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { described, operation } from "../../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A session of who is signed in. */
export const OwnSessionRecord = Schema.Struct({
  id: described(Schema.String, "The session's id."),
  is_current: described(Schema.Boolean, "Whether the request was sent with this session."),
  user_agent: described(
    Schema.NullOr(Schema.String),
    "The name by which the browser called itself as the session was opened; null where it had none."
  ),
  created_at: described(Timestamp, "The time at which the session was opened."),
  last_used_at: described(Timestamp, "The time at which the session was last used, to five minutes."),
  expires_at: described(Timestamp, "The time at which the session ends unless it is used until then.")
}).annotate({ identifier: "OwnSession" })

/** A session on the wire, seen with the session `current`. */
export const ownSessionRecord =
  (current: string | undefined) => (session: LoginSession): typeof OwnSessionRecord.Type => ({
    id: session.id,
    is_current: session.id === current,
    user_agent: session.user_agent,
    created_at: isoText(session.created_at),
    last_used_at: isoText(session.last_used_at),
    expires_at: isoText(endOf(session))
  })

/** The sessions of who is signed in. */
export class OwnSessionsApi extends HttpApiGroup.make("ownSessions")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(OwnSessionRecord), error: apiErrorAt(404) })
      .annotateMerge(
        operation("List the own sessions", "Returns the sessions that are open, the one that was used last first.")
      ).annotate(RequiredScope, "no key"),
    HttpApiEndpoint.delete("end", "/:id/", {
      params: { id: described(Schema.String, "The session's id.") },
      success: HttpApiSchema.NoContent,
      error: apiErrorAt(404)
    }).annotateMerge(operation("End an own session", "Ends a session: its browser is signed out."))
      .annotate(RequiredScope, "no key")
  )
  .prefix("/api/users/@me/sessions")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Own sessions",
    description: "The browsers in which a user is signed in. API keys are refused."
  }))
{}
