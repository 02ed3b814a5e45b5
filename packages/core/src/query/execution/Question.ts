import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import type { UserId } from "../../identity/User.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { PreparedQuery } from "../AnswerQuery.ts"
import type { QueryRequest } from "../QueryRequest.ts"
import type { FoundResult } from "./QueryResultRepository.ts"
import { keptFor, type QueryRun, type QueryRunId } from "./QueryRun.ts"

/** A person or a key that asks, and in which project. */
export interface Asking {
  readonly project: Project
  readonly user: UserId | null
  /** By which the query is found in the log, unless the request names it; default: a fresh one. */
  readonly queryId?: string
  /** The route that the query came by. */
  readonly endpoint?: string
  readonly isKeyRequest?: boolean
  /** The JSON text that the request's body is the value of. */
  readonly text?: string
}

/** A request that was read, with its cached answer. */
export interface Question extends Asking {
  readonly body: JsonRecord
  readonly request: QueryRequest
  readonly prepared: PreparedQuery
  readonly now: EventTime
  readonly kept: FoundResult | undefined
}

/** The run of a question. */
export const runOf = (question: Omit<Question, "kept">, isAsync: boolean): QueryRun => {
  const { body, now, prepared: { cacheKey }, project, request, user } = question
  return {
    project_id: project.id,
    id: request.clientQueryId ?? cacheKey as QueryRunId,
    state: isAsync ? "queued" : "running",
    is_async: isAsync,
    cache_key: cacheKey,
    request: body,
    created_by: user,
    endpoint: question.endpoint ?? "",
    is_key_request: question.isKeyRequest === true,
    start_time: now,
    pickup_time: isAsync ? null : now,
    end_time: null,
    expiration_time: now + keptFor as EventTime,
    error_code: null,
    error_message: null,
    error_extra: null,
    results: null,
    progress: null
  }
}
