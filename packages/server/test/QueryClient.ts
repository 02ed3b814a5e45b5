import { setTimeout as pause } from "node:timers/promises"
import type { Access } from "./ServerClient.ts"

/** A run of a query as it is polled. */
export interface Status {
  readonly id: string
  readonly status: string
  readonly complete: boolean
  readonly error: boolean
  readonly error_code: string | null
  readonly error_message: string | null
  readonly results: { readonly results: ReadonlyArray<ReadonlyArray<unknown>> } | null
  readonly query_progress: { readonly rows_read: number; readonly time_elapsed: number } | null
}

/** An answer of the query endpoints. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  /** Milliseconds of processor time that the engine reported. */
  readonly cpuMillis: number
  readonly body: {
    readonly query_status?: Status | null
    readonly results?: ReadonlyArray<ReadonlyArray<unknown>>
    readonly code?: string
  }
}

/** Asks the query endpoints of project 1, or of another one. */
export const queryClient = ({ baseUrl, key }: Access, project: number | string = 1) => {
  const call = async (path: string, method: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/api/projects/${project}/query/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...body === undefined ? {} : { body: JSON.stringify(body) }
    })
    const text = await response.text()
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      cpuMillis: Number(response.headers.get("x-hedgerow-cpu-ms")),
      body: text === "" ? {} : JSON.parse(text) as Answer["body"]
    }
  }
  const poll = (id: string) => call(`${id}/?show_progress=true`, "GET")
  /** The status of a run; undefined while the server cannot answer. */
  const statusOf = async (id: string): Promise<Status | undefined> => (await poll(id)).body.query_status ?? undefined
  /** Polls until the status is as wanted; the test's time-out is the bound. */
  const until = async (id: string, holds: (status: Status) => boolean): Promise<Status> => {
    for (let wait = 50;; wait = Math.min(500, wait * 1.5)) {
      const status = await statusOf(id).catch(() => undefined)
      if (status !== undefined && holds(status)) return status
      await pause(wait)
    }
  }
  return {
    ask: (query: string, more: object = {}) =>
      call("", "POST", { query: { kind: "ServiceSqlQuery", query }, refresh: "force_blocking", ...more }),
    /** Begins a run in the background and waits until the engine works on it. */
    begin: async (id: string, query: string): Promise<void> => {
      const node = { kind: "ServiceSqlQuery", query }
      const { status } = await call("", "POST", { query: node, refresh: "force_async", client_query_id: id })
      if (status !== 200) throw new Error(`the run ${id} was answered ${status}`)
      await until(id, (run) => run.complete || run.status === "running" && (run.query_progress?.time_elapsed ?? 0) > 0)
    },
    poll,
    until,
    untilOver: (id: string) => until(id, ({ complete }) => complete),
    cancel: (id: string) => call(`${id}/`, "DELETE")
  }
}
