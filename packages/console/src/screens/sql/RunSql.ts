import type { SqlAnswer } from "@hedgerow/client"
import { useEffect, useRef, useState } from "react"
import { useHere } from "../../api/Project.ts"
import { remember } from "./History.ts"
import type { VariableValues } from "./VariableNames.ts"

/** The state of the last statement that was run. */
export interface SqlRun {
  readonly sql: string
  readonly variables: VariableValues
  readonly answer?: SqlAnswer
  readonly error?: unknown
  /** The milliseconds that it took, or takes so far. */
  readonly millis: number
  readonly isRunning: boolean
  /** The rows that were read so far, where the server says it. */
  readonly rowsRead?: number
}

/** An id that nobody guesses; `randomUUID` is not there on pages without TLS. */
const makeId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const pollEvery = 700

/** Runs statements, one at a time: a new one ends the one before. */
export const useSqlRun = () => {
  const { client, project } = useHere()
  const [run, setRun] = useState<SqlRun>()
  const current = useRef<{ readonly id: string; readonly abort: AbortController }>(undefined)

  const cancel = async () => {
    const running = current.current
    if (running === undefined) return
    await client.query.cancel({ id: running.id })
  }

  const start = async (sql: string, variables: VariableValues = {}) => {
    if (sql.trim() === "") return
    current.current?.abort.abort()
    const mine = { id: makeId(), abort: new AbortController() }
    current.current = mine
    const begun = performance.now()
    const isMine = () => current.current === mine
    const say = (state: Omit<SqlRun, "millis" | "sql" | "variables">) => {
      if (isMine()) setRun({ sql, variables, millis: performance.now() - begun, ...state })
    }
    say({ isRunning: true })
    const { signal } = mine.abort
    const polling = setInterval(() => {
      client.query.status({ id: mine.id, show_progress: true }, { signal }).then(
        ({ query_status: { query_progress: progress } }) =>
          say({ isRunning: true, ...typeof progress?.rows_read === "number" ? { rowsRead: progress.rows_read } : {} }),
        () => say({ isRunning: true })
      )
    }, pollEvery)
    remember(project.id, sql, Date.now())
    try {
      const answer = await client.query.ask(
        { query: { kind: "ServiceSqlQuery", query: sql, variables }, client_query_id: mine.id },
        { refresh: "force_blocking", signal }
      )
      clearInterval(polling)
      say({ isRunning: false, answer })
    } catch (error) {
      clearInterval(polling)
      say({ isRunning: false, error })
    } finally {
      if (isMine()) current.current = undefined
    }
  }

  useEffect(() => () => current.current?.abort.abort(), [])
  return { run, start, cancel }
}
