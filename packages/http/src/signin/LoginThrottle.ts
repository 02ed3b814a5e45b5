import { emailKey } from "@hedgerow/core/identity/User"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Clock, Context, Duration, Effect, Exit, Layer, Metric, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import ipaddr from "ipaddr.js"
import type { ApiError } from "../errors/ApiError.ts"
import { throttled } from "../errors/RequestErrors.ts"
import { makeRecentKeys } from "../limits/RecentKeys.ts"
import { makeSlidingWindow, type SlidingWindow } from "../limits/SlidingWindow.ts"
import { refusedRequests } from "../limits/Throttle.ts"
import { clientAddress } from "../requests/ClientUrl.ts"

const windowSeconds = 15 * 60

/** The failures that one account may have from one address, one account from anywhere, and one address, in 15 minutes. */
export const loginLimits = { accountAndAddress: 10, account: 100, address: 100 }

/** The mails with links that may be asked for one account, and from one address, in 15 minutes. */
export const mailLimits = { account: 5, address: 30 }

/** The invitations that one person may send in 15 minutes. */
export class InviteLimit extends Context.Reference<number>(
  "@hedgerow/http/signin/LoginThrottle/InviteLimit",
  { defaultValue: () => 100 }
) {}

/** The most attempts at once: each takes a core for a while. */
export const maxAttemptsAtOnce = 50

/** An address at which somebody signed in is theirs for this time. */
const knownFor = Duration.days(30)

const keysHeld = 50_000

/** No address is longer than this; a text that a proxy forwards may be. */
const maxAddressLength = 64

/** The address as it is counted: of IPv6 the network of 64 bits, which is one customer's. */
export const countedAddress = (address: string): string => {
  if (!ipaddr.isValid(address)) return address.slice(0, maxAddressLength)
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts.slice(0, 4).map((part) => part.toString(16)).join(":")}::/64`
    : parsed.toString()
}

interface Counted {
  readonly window: SlidingWindow
  readonly limit: number
  readonly key: string
}

const windowOf = (limit: number) => makeSlidingWindow({ limit, windowSeconds }, keysHeld)

const waitOf = ({ key, limit, window }: Counted, now: number): number => {
  const { freedAt, used } = window.usage(key, now)
  return used < limit ? 0 : Math.max(1, Math.ceil((freedAt - now) / 1000))
}

const refuse = (seconds: number) => Effect.andThen(Metric.update(refusedRequests, 1), Effect.fail(throttled(seconds)))

/** Counts the request, or refuses it with 429. */
const count = Effect.fnUntraced(function*(counted: ReadonlyArray<Counted>) {
  const now = yield* Clock.currentTimeMillis
  const wait = Math.max(...counted.map((one) => waitOf(one, now)))
  if (wait > 0) return yield* refuse(wait)
  for (const { key, window } of counted) window.count(key, now)
})

type Request = HttpServerRequest.HttpServerRequest

const addressOf = (request: Request) =>
  Effect.map(clientAddress(request), (found) => countedAddress(found ?? "unknown"))

/** Slows guesses at passwords and links down. Each process counts by itself. */
export class LoginThrottle extends Context.Service<LoginThrottle, {
  /**
   * Runs an attempt to sign in as somebody, or by a link, or answers 429 while too many failed. An attempt counts from its
   * start, so that many at once are no way around the limit; one that succeeds, or that has no sound input, is taken back.
   * Failures elsewhere do not keep an account's owner out of an address at which they signed in before.
   */
  readonly attempt: <A, E, R>(
    request: Request,
    who: string | undefined,
    attempt: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, ApiError | E, R>
  /** Counts a mail that is asked for, or answers 429; whether anybody has the address makes no difference. */
  readonly mail: (request: Request, who: string) => Effect.Effect<void, ApiError>
  /** Counts an invitation that somebody sends, or answers 429. */
  readonly invite: (who: string) => Effect.Effect<void, ApiError>
}>()("@hedgerow/http/signin/LoginThrottle") {
  static readonly layer: Layer.Layer<LoginThrottle> = Layer.effect(
    LoginThrottle,
    Effect.gen(function*() {
      const inviteLimit = yield* InviteLimit
      const windows = {
        accountAndAddress: windowOf(loginLimits.accountAndAddress),
        account: windowOf(loginLimits.account),
        address: windowOf(loginLimits.address)
      }
      const mails = { account: windowOf(mailLimits.account), address: windowOf(mailLimits.address) }
      const invites = windowOf(inviteLimit)
      const known = makeRecentKeys<true>(Duration.toMillis(knownFor), keysHeld)
      let running = 0

      const countedBy = (from: string, account: string | undefined): ReadonlyArray<Counted> => {
        const byAddress = { window: windows.address, limit: loginLimits.address, key: from }
        if (account === undefined) return [byAddress]
        const both = `${from} ${account}`
        const byBoth = { window: windows.accountAndAddress, limit: loginLimits.accountAndAddress, key: both }
        if (known.get(both) !== undefined) return [byAddress, byBoth]
        return [byAddress, byBoth, { window: windows.account, limit: loginLimits.account, key: account }]
      }

      const attempt = Effect.fnUntraced(function*<A, E, R>(
        request: Request,
        who: string | undefined,
        attempted: Effect.Effect<A, E, R>
      ): Effect.fn.Return<A, ApiError | E, R> {
        if (running >= maxAttemptsAtOnce) return yield* refuse(1)
        const from = yield* addressOf(request)
        const account = who === undefined ? undefined : emailKey(who)
        const counted = countedBy(from, account)
        yield* count(counted)
        const now = yield* Clock.currentTimeMillis
        running++
        return yield* Effect.onExit(attempted, (exit) =>
          Effect.sync(() => {
            running--
            const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
            if (Exit.isFailure(exit) && !(failure instanceof InvalidInput)) return
            for (const { key, window } of counted) window.uncount(key)
            if (Exit.isSuccess(exit) && account !== undefined) known.use(`${from} ${account}`, now, () => true)
          }))
      })

      const mail = Effect.fnUntraced(function*(request: Request, who: string) {
        yield* count([
          { window: mails.address, limit: mailLimits.address, key: yield* addressOf(request) },
          { window: mails.account, limit: mailLimits.account, key: emailKey(who) }
        ])
      })

      const invite = (who: string) => count([{ window: invites, limit: inviteLimit, key: emailKey(who) }])

      return LoginThrottle.of({ attempt, mail, invite })
    })
  )
}
