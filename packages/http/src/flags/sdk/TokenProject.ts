import type { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { Project } from "@hedgerow/core/identity/Project"
import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ApiError } from "../../errors/ApiError.ts"
import { missingToken, unknownToken } from "../../errors/RequestErrors.ts"
import { noteFacts } from "../../shared/RequestFacts.ts"

/** The project with this token; none, or one that no project has, is 401. */
export const projectOfToken = (
  evaluations: FlagEvaluations["Service"],
  token: unknown
): Effect.Effect<Project, ApiError, HttpServerRequest.HttpServerRequest> => {
  if (token === undefined || token === null || token === "") return Effect.fail(missingToken)
  if (typeof token !== "string") return Effect.fail(unknownToken)
  return evaluations.projectOf(token).pipe(
    Effect.flatMap(Option.match({ onNone: () => Effect.fail(unknownToken), onSome: Effect.succeed })),
    Effect.tap((project) => noteFacts({ project: project.id }))
  )
}
