import { Effect } from "effect"
import type { Pool } from "./Connections.ts"
import { quoteName } from "./QuoteName.ts"
import { drain, send } from "./Request.ts"

/**
 * Asks the engine to stop the statements with this comment. ASYNC, always: the other form waits for their end. It takes
 * a moment at most, and an engine that is gone has nothing to stop.
 */
export const kill = (control: Pool, logComment: string, cluster: string | undefined): Effect.Effect<void> =>
  send(control, {
    sql: `KILL QUERY${cluster === undefined ? "" : ` ON CLUSTER ${quoteName(cluster)}`}
WHERE Settings['log_comment'] = {comment:String} ASYNC`,
    params: { comment: logComment },
    settings: { max_execution_time: 5 }
  }).pipe(
    Effect.flatMap(drain),
    Effect.interruptible,
    Effect.timeout("2 seconds"),
    Effect.ignore
  )
