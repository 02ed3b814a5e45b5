import { toIso } from "@hedgerow/sql/types/Instants"
import type { LongText } from "@hedgerow/sql/types/LongText"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import type { EventTime } from "../../events/EventTime.ts"
import type { QueryProgress } from "../QueryEngine.ts"
import { isOver, type QueryRun } from "./QueryRun.ts"

const iso = (time: EventTime | null): string | null => time === null ? null : toIso(time)

const noProgress: QueryProgress = {
  rowsRead: 0,
  bytesRead: 0,
  estimatedRowsTotal: 0,
  timeElapsed: 0,
  activeCpuTime: 0
}

const progressOf = ({ activeCpuTime, bytesRead, estimatedRowsTotal, rowsRead, timeElapsed }: QueryProgress) => ({
  active_cpu_time: Math.round(activeCpuTime),
  bytes_read: bytesRead,
  estimated_rows_total: estimatedRowsTotal,
  rows_read: rowsRead,
  time_elapsed: Math.round(timeElapsed)
})

/** A run as the wire shows it, `query_status`, as JSON text; its progress only while it goes on, when it is asked for. */
export const statusText = (run: QueryRun, showsProgress: boolean): LongText => {
  const { results } = run
  const before = `${fieldsText(run, showsProgress).slice(0, -1)},"results":`
  return typeof results === "object" && results !== null
    ? [before, ...results, "}"]
    : `${before}${results ?? "null"}}`
}

const fieldsText = (run: QueryRun, showsProgress: boolean): string => {
  const complete = isOver(run)
  return encodeJson({
    id: run.id,
    team_id: run.project_id,
    status: run.state,
    complete,
    error: run.state === "failed" || run.state === "cancelled",
    error_code: run.error_code,
    error_message: run.error_message,
    error_extra: run.error_extra === null ? null : { ...run.error_extra },
    query_async: run.is_async,
    cache_key: run.cache_key,
    start_time: toIso(run.start_time),
    pickup_time: iso(run.pickup_time),
    end_time: iso(run.end_time),
    expiration_time: toIso(run.expiration_time),
    task_id: run.id,
    insight_id: null,
    dashboard_id: null,
    labels: null,
    query_progress: showsProgress && !complete ? progressOf(run.progress ?? noProgress) : null
  })
}
