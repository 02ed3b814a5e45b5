import { createHash } from "node:crypto"
import type { Statement } from "./Statement.ts"

/** The death of an engine's process. */
export interface EngineDeath {
  /** The comment of the statement that it ended itself for, because that would not stop. */
  readonly stuck: string | undefined
}

/** A statement is refused after the process ended this many times while it ran. */
const mostDeaths = 2

/** The time for which a statement is refused after the last end of the process, and for which an end is remembered. */
const refusedMillis = 10 * 60_000

/** The time for which a statement that was interrupted here may run on. */
const runsOnMillis = 60_000

/** A connection that broke with the process did so just before its end is known. */
const brokenMillis = 5_000

/** The most statements that are remembered. */
const mostRemembered = 1_000

/** The reason for which no caller waits for a statement any more. */
export type LeftBy = "broken connection" | "interruption"

interface Running {
  readonly statement: Statement
  left: { readonly at: number; readonly by: LeftBy } | undefined
}

/** Whether a statement may have ended the process. */
const maybeGuilty = ({ left }: Running, now: number): boolean =>
  left === undefined || left.by === "broken connection" && left.at >= now - brokenMillis

const keyOf = ({ params = {}, sql }: Statement): string =>
  createHash("sha256").update(sql).update("\0").update(
    JSON.stringify(params, (_, value: unknown) => typeof value === "bigint" ? `${value}n` : value)
  ).digest("base64")

/**
 * The statements that ran when the engine's process ended. One of several cannot be singled out: each of them is
 * suspected, until it has an answer. The engine knows it where it ended itself for one.
 */
export class Suspects {
  readonly #running = new Map<string, Running>()
  readonly #deaths = new Map<string, { readonly count: number; readonly last: number }>()

  /** Milliseconds for which a statement is refused; 0 when it is not. */
  refusedFor(statement: Statement, now: number): number {
    if (this.#deaths.size === 0) return 0
    const known = this.#deaths.get(keyOf(statement))
    return known === undefined || known.count < mostDeaths ? 0 : Math.max(0, known.last + refusedMillis - now)
  }

  begin(mark: string, statement: Statement): void {
    this.#running.set(mark, { statement, left: undefined })
  }

  /** The engine has ended it, with an answer or with an error. */
  end(mark: string): void {
    const running = this.#running.get(mark)
    this.#running.delete(mark)
    if (running !== undefined && this.#deaths.size > 0) this.#deaths.delete(keyOf(running.statement))
  }

  /** Nobody waits for it any more; it may run on. */
  leave(mark: string, by: LeftBy, now: number): void {
    const running = this.#running.get(mark)
    if (running !== undefined) running.left = { at: now, by }
    for (const [mark, { left }] of this.#running) {
      if (left !== undefined && left.at < now - runsOnMillis) this.#running.delete(mark)
    }
  }

  died({ stuck }: EngineDeath, now: number): void {
    const suspects = stuck === undefined
      ? [...this.#running.values()].filter((running) => maybeGuilty(running, now))
      : [this.#running.get(stuck)]
    this.#running.clear()
    for (const suspect of suspects) {
      if (suspect !== undefined) this.#suspect(keyOf(suspect.statement), now)
    }
  }

  #suspect(key: string, now: number): void {
    for (const [known, { last }] of this.#deaths) {
      if (last < now - refusedMillis) this.#deaths.delete(known)
    }
    const count = (this.#deaths.get(key)?.count ?? 0) + 1
    this.#deaths.delete(key)
    this.#deaths.set(key, { count, last: now })
    const [oldest] = this.#deaths.keys()
    if (this.#deaths.size > mostRemembered && oldest !== undefined) this.#deaths.delete(oldest)
  }
}
