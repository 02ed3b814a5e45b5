import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"

/** Who asks for the queries that the results of an experiment are made of. */
export const asker = Effect.fnUntraced(function*(endpoint: string) {
  const { key, user } = yield* CurrentCaller
  return {
    project: yield* CurrentProject,
    user: user.id,
    endpoint: `/api/projects/{project_id}/experiments/{id}/${endpoint}/`,
    isKeyRequest: key !== undefined
  }
})
