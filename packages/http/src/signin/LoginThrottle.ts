import { emailKey } from "@hedgerow/core/identity/User"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { Clock, Effect, Exit, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import { throttled } from "../errors/RequestErrors.ts"
import { makeSlidingWindow, type SlidingWindow } from "../limits/SlidingWindow.ts"
import { clientAddress } from "../requests/ClientUrl.ts"

const windowSeconds = 15 * 60

/** The failures that one account may have from one address, one account from anywhere, and one address, in 15 minutes. */
export const loginLimits = { accountAndAddress: 10, account: 100, address: 100 }

const keysHeld = 50_000

/** No address is longer than this; a text that a proxy forwards may be. */
const maxAddressLength = 64

interface Counted {
  readonly window: SlidingWindow
  readonly limit: number
  readonly key: string
}

const waitOf = ({ key, limit, window }: Counted, now: number): number => {
  const { freedAt, used } = window.usage(key, now)
  return used < limit ? 0 : Math.max(1, Math.ceil((freedAt - now) / 1000))
}

/**
 * Runs attempts to sign in, or answers 429 while too many failed. An attempt counts from its start, so that many at once are
 * no way around the limit; one that succeeds, or that has no sound input, is taken back.
 */
export const makeLoginThrottle = Effect.sync(() => {
  const windowOf = (limit: number) => makeSlidingWindow({ limit, windowSeconds }, keysHeld)
  const { accountAndAddress, account, address } = loginLimits
  const windows = {
    accountAndAddress: windowOf(accountAndAddress),
    account: windowOf(account),
    address: windowOf(address)
  }

  const countedBy = (from: string, who: string | undefined): ReadonlyArray<Counted> => {
    const byAddress = { window: windows.address, limit: address, key: from }
    if (who === undefined) return [byAddress]
    return [
      byAddress,
      { window: windows.account, limit: account, key: who },
      { window: windows.accountAndAddress, limit: accountAndAddress, key: `${from} ${who}` }
    ]
  }

  return Effect.fnUntraced(function*<A, E, R>(
    who: string | undefined,
    attempt: Effect.Effect<A, E, R>
  ): Effect.fn.Return<A, ApiError | E, HttpServerRequest.HttpServerRequest | R> {
    const found = yield* clientAddress(yield* HttpServerRequest.HttpServerRequest)
    const from = (found ?? "unknown").slice(0, maxAddressLength)
    const counted = countedBy(from, who === undefined ? undefined : emailKey(who))
    const now = yield* Clock.currentTimeMillis
    const wait = Math.max(...counted.map((one) => waitOf(one, now)))
    if (wait > 0) return yield* Effect.fail(throttled(wait))
    for (const { key, window } of counted) window.count(key, now)
    return yield* Effect.onExit(attempt, (exit) =>
      Effect.sync(() => {
        const failure = Option.getOrUndefined(Exit.findErrorOption(exit))
        if (Exit.isSuccess(exit) || failure instanceof InvalidInput) {
          for (const { key, window } of counted) window.uncount(key)
        }
      }))
  })
})
