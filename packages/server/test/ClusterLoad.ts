import { setTimeout as pause } from "node:timers/promises"
import { v7 } from "uuid"
import { type Access, askRaw, capture } from "./ServerClient.ts"

const batchSize = 20

const users = 53

/** The number of requests under way at a time. */
export const senders = 6

/** One try of a request: the server it went to, by its number, and the status, or the code of what broke it. */
export interface Attempt {
  readonly server: number
  readonly outcome: number | string
  /** Whether the server was being ended, or not there, at some time of the try. */
  readonly isEnding: boolean
  /** Whether the same batch broke before, on a server that was being ended. */
  readonly isRetry: boolean
}

/** The code of what broke a request before it was answered. */
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : String(error)
}

const outcomeOf = (request: Promise<Response>): Promise<number | string> =>
  request.then((response) => response.text().then(() => response.status)).catch(codeOf)

const makeBatch = (token: string) => {
  const uuids = Array.from({ length: batchSize }, () => v7())
  const batch = uuids.map((uuid, i) => ({
    uuid,
    event: "load",
    distinct_id: `user-${(i * 7 + uuid.charCodeAt(35)) % users}`,
    properties: { $set: { seen: true } }
  }))
  return { uuids, body: JSON.stringify({ api_key: token, batch }) }
}

/**
 * Clients of several servers behind one address: each try goes to the next server, as a balancer without knowledge of
 * them sends it, and what was not acknowledged is sent again. Between two batches a client asks for flags and a query.
 */
export const startClusterLoad = (token: string, servers: ReadonlyArray<Access>) => {
  const acknowledged: Array<string> = []
  const attempts: Array<Attempt> = []
  const takenBy = servers.map(() => 0)
  const ending = new Set<number>()
  const stopping = new AbortController()
  let turn = 0

  const attempt = async (isRetry: boolean, send: (access: Access) => Promise<Response>): Promise<Attempt> => {
    const server = turn++ % servers.length
    const access = servers[server] ?? { baseUrl: "", key: "" }
    const before = ending.has(server)
    const outcome = await outcomeOf(send(access))
    const made = { server, outcome, isEnding: before || ending.has(server), isRetry }
    attempts.push(made)
    return made
  }

  const deliver = async (): Promise<void> => {
    const { body, uuids } = makeBatch(token)
    let made = await attempt(false, ({ baseUrl }) => capture(baseUrl, body))
    let isRetry = made.isEnding
    while (made.outcome !== 200) {
      await pause(20)
      made = await attempt(isRetry, ({ baseUrl }) => capture(baseUrl, body))
      isRetry ||= made.isEnding
    }
    acknowledged.push(...uuids)
    takenBy[made.server] = (takenBy[made.server] ?? 0) + uuids.length
  }

  const flags = ({ baseUrl }: Access) =>
    fetch(`${baseUrl}/flags/?v=2`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ api_key: token, distinct_id: "user-1" })
    })

  const work = async () => {
    while (!stopping.signal.aborted) {
      await deliver()
      await attempt(false, flags)
      await attempt(false, (access) => askRaw(access, "select count() from events"))
    }
  }
  const hands = Promise.all(Array.from({ length: senders }, work))
  return {
    acknowledged,
    attempts,
    /** The number of events that each server took. */
    takenBy,
    /** Says that a server is being ended, or is there again. */
    mark: (server: number, isEnding: boolean) => {
      if (isEnding) ending.add(server)
      else ending.delete(server)
    },
    stop: async () => {
      stopping.abort()
      await hands
    }
  }
}

/** The number of attempts with each outcome. */
export const countOutcomes = (attempts: ReadonlyArray<Attempt>): Readonly<Record<string, number>> =>
  Object.fromEntries([...Map.groupBy(attempts, ({ outcome }) => String(outcome))].map(([outcome, { length }]) => [
    outcome,
    length
  ]))
