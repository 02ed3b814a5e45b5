import { ProjectAccess } from "@hedgerow/core/access/ProjectAccess"
import { isProjectSecret } from "@hedgerow/core/access/Requester"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { Effect } from "effect"
import { CurrentProject } from "../../auth/Authorization.ts"
import { CurrentRequester } from "../../auth/KeyAuthorization.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { projectOfToken } from "./TokenProject.ts"

/** Finds projects that SDKs name by a token; the caller must have access to them. */
export const makeNamedProject = Effect.gen(function*() {
  const access = yield* ProjectAccess
  const evaluations = yield* FlagEvaluations

  const resolve = Effect.fnUntraced(function*(id: string) {
    return yield* access.resolve(yield* CurrentRequester, id, "feature_flag:read")
  })

  const ofToken = Effect.fnUntraced(function*(token: string) {
    const { id } = yield* projectOfToken(evaluations, token)
    return yield* resolve(String(id))
  })

  return {
    /** The token's project, else the key's current one or the secret's own. */
    byToken: Effect.fnUntraced(function*(token: string | undefined) {
      return yield* token === undefined || token === "" ? resolve("@current") : ofToken(token)
    }, answering),
    /** The path's project; a token beside a secret must be its own. */
    byPath: Effect.fnUntraced(function*(projectId: string, token: string | undefined) {
      const hasToken = projectId !== "@current" && token !== undefined && token !== ""
      return hasToken && isProjectSecret(yield* CurrentRequester) ? yield* ofToken(token) : yield* CurrentProject
    }, answering)
  }
})
