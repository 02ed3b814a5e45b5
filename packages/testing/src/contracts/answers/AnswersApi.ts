import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { Context, Effect, Layer, Option } from "effect"
import { type Answer, makeApiCalls } from "../ApiCalls.ts"

/** The first project of a storage, and the API over it, without background work. */
export class AnswersApi extends Context.Service<AnswersApi, {
  readonly project: Project
  /** Sends a request with a key of all scopes; a path without a slash is one of the project. */
  readonly call: (method: string, path: string, body?: unknown) => Effect.Effect<Answer>
}>()("@hedgerow/testing/contracts/answers/AnswersApi") {
  static readonly layer = Layer.suspend(() =>
    Layer.effect(AnswersApi, make).pipe(Layer.provideMerge(Layer.mergeAll(Domain.layer, ApiKeyCallers.layer)))
  )
}

const make = Effect.gen(function*() {
  const { personalApiKey, project } = yield* bootstrap({
    projectName: "Answers",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  return AnswersApi.of({ project, call: yield* makeApiCalls(project, personalApiKey) })
})

/** Sends a request that must succeed. */
export const good = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
  const answer = yield* (yield* AnswersApi).call(method, path, body)
  return answer.status < 300
    ? answer
    : yield* Effect.die(new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`))
})
