import { InviteAcceptance } from "@hedgerow/core/accounts/invites/InviteAcceptance"
import { invitePath } from "@hedgerow/core/accounts/invites/InviteMail"
import { Invites, type SentInvite } from "@hedgerow/core/accounts/invites/Invites"
import { baseOf, PublicUrl } from "@hedgerow/core/shared/PublicUrl"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentCaller } from "../../auth/Authorization.ts"
import { handlerGroup } from "../../endpoints/HandlerGroup.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { clientUrl } from "../../requests/ClientUrl.ts"
import { readJson } from "../../requests/JsonBody.ts"
import { pageBody, pageRequest, slice } from "../../requests/Paging.ts"
import { LoginThrottle } from "../LoginThrottle.ts"
import { type Asked, fromBrowser, readOwn, requireSignIn, unkept } from "../OwnRequest.ts"
import { signedIn } from "../SignInHandlers.ts"
import { InviteLinksApi, InvitesApi, OwnInvitesApi } from "./InvitesApi.ts"
import { inviteRecord, sentInviteRecord } from "./InviteSchema.ts"

/** The answer with the link, which only who asked for it sees: its address may be the one that they named. */
const sentAnswer = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  sent: SentInvite,
  status: number
) {
  const base = Option.match(yield* PublicUrl, { onNone: () => undefined, onSome: baseOf })
  const { origin } = yield* clientUrl(request)
  return unkept(sentInviteRecord(sent, (token) => (base ?? origin) + invitePath(token)), status)
})

/** The invitations of an organisation. */
export const layer = handlerGroup(
  InvitesApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const invites = yield* Invites
    const throttle = yield* LoginThrottle
    return handlers
      .handle(
        "list",
        Effect.fn("http.invites.list")(function*({ params, query }) {
          yield* here
          const found = yield* invites.list(yield* CurrentCaller, params.organization_id)
          const asked = pageRequest(query)
          return yield* pageBody(slice(found, asked), asked, inviteRecord)
        }, answering)
      )
      .handleRaw(
        "send",
        Effect.fn("http.invites.send")(function*({ params, request }) {
          yield* here
          const caller = yield* CurrentCaller
          yield* invites.requireManager(caller, params.organization_id)
          const body = yield* readJson(request)
          yield* throttle.invite(caller.user.email)
          return yield* sentAnswer(request, yield* invites.send(caller, params.organization_id, body), 201)
        }, answering)
      )
      .handleRaw(
        "resend",
        Effect.fn("http.invites.resend")(function*({ params, request }) {
          yield* here
          const caller = yield* CurrentCaller
          yield* invites.requireManager(caller, params.organization_id)
          yield* throttle.invite(caller.user.email)
          return yield* sentAnswer(request, yield* invites.resend(caller, params.organization_id, params.id), 200)
        }, answering)
      )
      .handle(
        "revoke",
        Effect.fn("http.invites.revoke")(function*({ params }) {
          yield* here
          yield* invites.revoke(yield* CurrentCaller, params.organization_id, params.id)
        }, answering)
      )
  })
)

/** Invitations by their links. */
export const layerLinks = handlerGroup(
  InviteLinksApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const acceptance = yield* InviteAcceptance
    const throttle = yield* LoginThrottle

    const read = Effect.fn("http.inviteLinks.read")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      const { hasAccount, invite, organization } = yield* throttle.attempt(request, undefined, acceptance.read(body))
      return unkept({
        target_email: invite.target_email,
        level: invite.level,
        organization_name: organization.name,
        has_account: hasAccount
      })
    }, answering)

    const accept = Effect.fn("http.inviteLinks.accept")(function*({ request }: Asked) {
      yield* here
      const body = yield* readOwn(request)
      const accepting = throttle.attempt(request, undefined, acceptance.accept(body))
      return yield* signedIn(yield* fromBrowser(request)(accepting))
    }, answering)

    return handlers.handleRaw("read", read).handleRaw("accept", accept)
  })
)

/** Invitations of who is signed in. */
export const layerOwn = handlerGroup(
  OwnInvitesApi,
  Effect.fnUntraced(function*(handlers) {
    const here = yield* requireSignIn
    const acceptance = yield* InviteAcceptance
    const throttle = yield* LoginThrottle
    return handlers.handleRaw(
      "join",
      Effect.fn("http.ownInvites.join")(function*({ request }) {
        yield* here
        const { user } = yield* CurrentCaller
        const body = yield* readJson(request)
        const { id } = yield* throttle.attempt(request, undefined, acceptance.join(user, body))
        return unkept({ success: true, organization: id })
      }, answering)
    )
  })
)
