import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"

/** The caller in whose name the queries behind the results of an experiment are run. */
export const asker = Effect.fnUntraced(function*(endpoint: string) {
  const { key, user } = yield* CurrentCaller
  return {
    project: yield* CurrentProject,
    user: user.id,
    endpoint: `/api/projects/{project_id}/experiments/{id}/${endpoint}/`,
    isKeyRequest: key !== undefined
  }
})
