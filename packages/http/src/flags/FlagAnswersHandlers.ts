import { scopeAllows } from "@hedgerow/core/access/Scope"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { afterRollout, readBlastCondition } from "@hedgerow/core/flags/editing/BlastRadius"
import { FeatureFlagNotFound } from "@hedgerow/core/flags/model/FeatureFlagErrors"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import type { FlagSubject } from "@hedgerow/core/flags/serving/FlagSubject"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { positiveInt4 } from "@hedgerow/core/shared/Int4"
import { Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { evaluationReasons, explanationRecord, myFlags } from "./FlagAnswerEncode.ts"
import { readSubject } from "./FlagAnswerQuery.ts"
import { FlagAnswersApi } from "./FlagAnswersApi.ts"

/** Answers requests for values of flags, audiences and explanations. */
export const layer = handlerGroup(
  FlagAnswersApi,
  Effect.fnUntraced(function*(handlers) {
    const evaluations = yield* FlagEvaluations

    const evaluate = Effect.fnUntraced(function*(subject: FlagSubject) {
      const { id } = yield* CurrentProject
      return yield* evaluations.evaluate(id, subject)
    })

    /** A flag is named by its id or its key; a number that is neither finds nothing. */
    const keyOf = Effect.fnUntraced(function*(project: ProjectId, idOrKey: string) {
      const id = positiveInt4(idOrKey) as FeatureFlagId | undefined
      if (id === undefined) return idOrKey
      const { flags: known } = yield* evaluations.definitions(project)
      const found = known.find((flag) => flag.id === id) ?? known.find(({ key }) => key === idOrKey)
      return found?.key ?? (yield* new FeatureFlagNotFound())
    })

    return handlers
      .handle(
        "evaluationReasons",
        Effect.fn("http.featureFlagAnswers.evaluationReasons")(function*({ query }) {
          const results = yield* evaluate(yield* readSubject(query))
          return evaluationReasons(results.definitions, results)
        }, answering)
      )
      .handle(
        "myFlags",
        Effect.fn("http.featureFlagAnswers.myFlags")(function*({ query }) {
          const { user } = yield* CurrentCaller
          const results = yield* evaluate(yield* readSubject({ ...query, distinct_id: user.distinct_id }))
          return myFlags(results.definitions, results)
        }, answering)
      )
      .handleRaw(
        "blastRadius",
        Effect.fn("http.featureFlagAnswers.blastRadius")(function*({ request }) {
          const { id } = yield* CurrentProject
          const body = yield* readJson(request)
          const condition = yield* readBlastCondition(body, (yield* evaluations.definitions(id)).cohorts)
          const found = yield* evaluations.matching(id, condition)
          return {
            users_affected: found.affected,
            total_users: found.total,
            users_affected_after_rollout: afterRollout(found, condition),
            ...found
          }
        }, answering)
      )
      .handle(
        "explain",
        Effect.fn("http.featureFlagAnswers.explain")(function*({ params, query }) {
          const { id } = yield* CurrentProject
          const key = yield* keyOf(id, params.id)
          const explanation = yield* evaluations.explain(id, key, yield* readSubject(query))
          return explanationRecord(explanation, scopeAllows((yield* CurrentCaller).scopes, "person:read"))
        }, answering)
      )
  })
)
