import { Cache, Context, Effect, Exit, Layer, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { ProjectToken } from "../access/Project.ts"
import type { GroupRepository } from "../persons/GroupRepository.ts"
import type { PersonRepository } from "../persons/PersonRepository.ts"
import type { Transaction } from "../shared/Transaction.ts"
import type { CaptureRejected, CaptureRequest, IngestionUnavailable } from "./Capture.ts"
import { parseCapture } from "./CapturePayload.ts"
import type { DefinitionRepository } from "./DefinitionRepository.ts"
import type { EventKeys } from "./EventKeys.ts"
import { makeEventProcessing } from "./EventProcessing.ts"
import type { EventWriter } from "./EventWriter.ts"
import { makeGroupCommit, storeUnavailable } from "./GroupCommit.ts"
import { makeWarningLog } from "./IngestionWarnings.ts"

type Ports =
  | DefinitionRepository
  | EventKeys
  | EventWriter
  | GroupRepository
  | PersonRepository
  | ProjectRepository
  | Transaction

/** A token's project is looked up again after this time. An unknown token is asked for each time. */
const tokenLife = "10 seconds"
const maxTokens = 10_000

/** Takes events in. */
export class Ingestion extends Context.Service<Ingestion, {
  /**
   * Succeeds when every event of the request is durable. An unknown token succeeds too, with a counted warning: clients
   * would otherwise stop sending for good.
   */
  readonly capture: (request: CaptureRequest) => Effect.Effect<void, CaptureRejected | IngestionUnavailable>
}>()("@hedgerow/core/events/Ingestion") {
  static readonly layer: Layer.Layer<Ingestion, never, Ports> = Layer.effect(
    Ingestion,
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const warn = yield* makeWarningLog
      const write = yield* makeEventProcessing(warn)
      const submit = yield* makeGroupCommit(write)
      const projects = yield* Cache.makeWith((token: ProjectToken) => repository.findByToken(token), {
        capacity: maxTokens,
        timeToLive: (exit) => Exit.isSuccess(exit) && Option.isSome(exit.value) ? tokenLife : 0
      })

      const projectOf = (token: string) =>
        Cache.get(projects, token as ProjectToken).pipe(
          Effect.map(Option.getOrUndefined),
          Effect.catchDefect((defect) =>
            Effect.andThen(Effect.logError("A project could not be looked up", defect), Effect.fail(storeUnavailable()))
          )
        )

      const capture = Effect.fn("Ingestion.capture")(function*(request: CaptureRequest) {
        const batch = yield* Effect.fromResult(parseCapture(request))
        const project = yield* projectOf(batch.token)
        if (project === undefined) return yield* warn(null, [{ type: "unknown_token", subject: batch.token }])
        const items = batch.events.map((event) => ({ project: project.id, event }))
        yield* submit({ items, chars: request.body.length })
      })

      return Ingestion.of({ capture })
    })
  )
}
