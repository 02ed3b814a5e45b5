import { resetFields, setupFields } from "@hedgerow/core/accounts/AccountLinks"
import { askedResetFields } from "@hedgerow/core/accounts/ResetMail"
import { loginFields, logoutFields, passwordChangeFields, secondStepFields } from "@hedgerow/core/accounts/SignIn"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { createBody } from "../requests/RequestBody.ts"
import { operation } from "../shared/Described.ts"
import { DoneRecord, LoginRecord, SessionRecord, SignedInRecord } from "./SignInSchema.ts"

const bodyErrors = [apiErrorAt(403), apiErrorAt(404), apiErrorAt(413), apiErrorAt(415), apiErrorAt(429)] as const

/** A log-in. */
export const LoginBody = createBody(loginFields, {
  identifier: "Login",
  description: "The email address and the password of a user."
})

/** The second step of a log-in. */
export const SecondStepBody = createBody(secondStepFields, {
  identifier: "SecondStepRequest",
  description: "A code of a user who has taken the first step."
})

/** A log-out. */
export const LogoutBody = createBody(logoutFields, {
  identifier: "Logout",
  description: "The sessions that end."
})

/** The first person's account. */
export const SetupBody = createBody(setupFields, {
  identifier: "Setup",
  description: "The account of the first person, by the link that the server printed at its start."
})

/** Somebody forgot their password. */
export const ResetRequestBody = createBody(askedResetFields, {
  identifier: "PasswordResetRequest",
  description: "The user who forgot their password."
})

/** A new password by a link. */
export const ResetBody = createBody(resetFields, {
  identifier: "PasswordReset",
  description: "A new password, by a link."
})

/** A new password by the user. */
export const PasswordChangeBody = createBody(passwordChangeFields, {
  identifier: "PasswordChange",
  description: "A user's own new password."
})

/** Signing in and out, with sessions in cookies. */
export class SignInApi extends HttpApiGroup.make("signIn")
  .add(
    HttpApiEndpoint.get("session", "/session/", { success: SessionRecord, error: [apiErrorAt(403), apiErrorAt(404)] })
      .annotateMerge(
        operation(
          "Read the session",
          "Returns who is signed in with the request's cookie, and the session's `csrf_token`. Without a session it is 200 "
            + "with null."
        )
      ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("login", "/login/", {
      payload: LoginBody,
      success: LoginRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Log in",
        "Signs a user in: the answer sets the session's cookie. A user with a second factor gets a token for "
          + "`/api/login/complete/` instead, and no cookie. After 10 failures at an account from one address in 15 "
          + "minutes the answer is 429."
      )
    ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("complete", "/login/complete/", {
      payload: SecondStepBody,
      success: SignedInRecord,
      error: [...bodyErrors, apiErrorAt(409)]
    }).annotateMerge(
      operation(
        "Log in with a code",
        "The second step of signing in: the answer sets the session's cookie. After 10 wrong codes in a row none is "
          + "compared for 15 minutes: the answer is 429."
      )
    ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("logout", "/logout/", {
      payload: LogoutBody,
      success: DoneRecord,
      error: [apiErrorAt(403), apiErrorAt(404), apiErrorAt(413), apiErrorAt(415)]
    })
      .annotateMerge(
        operation(
          "Log out",
          "Ends the session of the request's cookie; with `everywhere` every session of its user. Without a session "
            + "nothing happens, and the answer is the same."
        )
      ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("setUp", "/setup/", { payload: SetupBody, success: SignedInRecord, error: bodyErrors })
      .annotateMerge(
        operation(
          "Set up the first account",
          "Gives the installation's owner an email address and a password, and signs them in. The link works once, and only "
            + "as long as nobody has a password."
        )
      ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("askReset", "/reset/", { payload: ResetRequestBody, success: DoneRecord, error: bodyErrors })
      .annotateMerge(
        operation(
          "Ask for a new password",
          "Sends the user a link by mail, where the server has a mail server and a public address. The answer is the same "
            + "for an address that nobody has. After 5 in 15 minutes it is 429."
        )
      ).annotate(RequiredScope, "public"),
    HttpApiEndpoint.post("reset", "/reset/complete/", { payload: ResetBody, success: DoneRecord, error: bodyErrors })
      .annotateMerge(
        operation(
          "Set a new password by a link",
          "Gives the user of the link a new password. The link works once. Every session of the user ends."
        )
      ).annotate(RequiredScope, "public")
  )
  .prefix("/api")
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Signing in",
    description: "People sign in with sessions in cookies; programs send API keys. A server that is embedded in an "
      + "application with a login of its own answers 404 here."
  }))
{}

/** The own account of who is signed in. */
export class AccountApi extends HttpApiGroup.make("account")
  .add(
    HttpApiEndpoint.post("changePassword", "/password/", {
      payload: PasswordChangeBody,
      success: SignedInRecord,
      error: bodyErrors
    }).annotateMerge(
      operation(
        "Change the own password",
        "Changes the password of who is signed in. Every session of theirs ends; the answer sets the cookie of a new one."
      )
    ).annotate(RequiredScope, "no key")
  )
  .prefix("/api/users/@me")
  .middleware(Authorization)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Own account",
    description: "The password of who is signed in. API keys are refused."
  }))
{}
