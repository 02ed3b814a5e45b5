import { setTimeout as pause } from "node:timers/promises"
import { v7 } from "uuid"
import { capture } from "./ServerClient.ts"

const batchSize = 40

/** The number of concurrent requests. */
export const senders = 8

/** The number of anonymous ids in the events. */
export const visitors = 41

/** The number of their persons. */
export const known = 7

interface Batch {
  readonly uuids: ReadonlyArray<string>
  readonly body: string
}

/** The name under which a visitor becomes known. */
export const knownOf = (visitor: number): string => `known-${visitor % known}`

/** Everybody is seen; the first event of a batch makes a visitor known, over and over again. */
const makeBatch = (token: string, number: number): Batch => {
  const uuids = Array.from({ length: batchSize }, () => v7())
  const batch = uuids.map((uuid, i) => {
    const visitor = (number + i) % visitors
    return i === 0
      ? {
        uuid,
        event: "$identify",
        distinct_id: knownOf(visitor),
        properties: { $anon_distinct_id: `visitor-${visitor}` }
      }
      : {
        uuid,
        event: "load",
        distinct_id: `visitor-${visitor}`,
        properties: { number, $set: { [`seen ${visitor}`]: true } }
      }
  })
  return { uuids, body: JSON.stringify({ api_key: token, batch }) }
}

/** Sends batches on and on, until it is stopped, and again those that were not acknowledged. */
export const startLoad = (token: string, baseUrl: string) => {
  const sent: Array<Batch> = []
  const acknowledged: Array<Batch> = []
  const pending: Array<Batch> = []
  const outcomes = new Map<number | "broken", number>()
  const stopping = new AbortController()
  let turn = 0

  const attempt = async ({ body }: Batch): Promise<number | "broken"> => {
    const outcome = await capture(baseUrl, body).then(
      (response) => response.text().then(() => response.status),
      () => "broken" as const
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    return outcome
  }

  /** Until the server answers; what it does not take now waits for its turn. */
  const deliver = async (batch: Batch): Promise<void> => {
    let outcome = await attempt(batch)
    while (outcome === "broken") {
      await pause(100)
      outcome = await attempt(batch)
    }
    ;(outcome === 200 ? acknowledged : pending).push(batch)
  }

  const nextBatch = (): Batch => {
    const again = ++turn % 4 === 0 ? pending.shift() : undefined
    const batch = again ?? makeBatch(token, sent.length)
    if (again === undefined) sent.push(batch)
    return batch
  }

  const send = async () => {
    while (!stopping.signal.aborted) await deliver(nextBatch())
  }
  const hands = Promise.all(Array.from({ length: senders }, send))

  return {
    acknowledged,
    outcomes,
    sent,
    stop: async () => {
      stopping.abort()
      await hands
    },
    /** Everything that is pending, until nothing is. */
    finish: async () => {
      while (pending.length > 0) await Promise.all(pending.splice(0, senders).map(deliver))
    }
  }
}
