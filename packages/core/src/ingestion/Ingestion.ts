import { Context, Effect, Layer, Option, Semaphore } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { DefinitionInference } from "../definitions/DefinitionInference.ts"
import type { DefinitionRepository } from "../definitions/DefinitionRepository.ts"
import type { TypedProperties } from "../definitions/TypedProperties.ts"
import type { CaptureRejected, CaptureRequest, IngestionUnavailable } from "../events/Capture.ts"
import type { EventKeys } from "../events/EventKeys.ts"
import type { EventWriter } from "../events/EventWriter.ts"
import { makeGroupCommit, storeUnavailable } from "../events/GroupCommit.ts"
import { countRejected } from "../events/IngestionMetrics.ts"
import { makeWarningLog } from "../events/IngestionWarnings.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { FlagCallTracker } from "../flags/usage/FlagCallTracker.ts"
import type { ProjectToken } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import type { GroupRepository } from "../persons/GroupRepository.ts"
import type { PersonRepository } from "../persons/PersonRepository.ts"
import type { ChangeCapture } from "../replication/ChangeCapture.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { SurveyResponseTracker } from "../surveys/responses/SurveyResponseTracker.ts"
import type { SurveyRepository } from "../surveys/SurveyRepository.ts"
import type { WebhookEvents } from "../webhooks/WebhookEvents.ts"
import { parseCapture } from "./CapturePayload.ts"
import { makeEventProcessing } from "./EventProcessing.ts"

type Ports =
  | ChangeCapture
  | DefinitionRepository
  | DefinitionsVersions
  | EventKeys
  | EventWriter
  | FeatureFlagRepository
  | GroupRepository
  | Jobs
  | PersonRepository
  | ProjectRepository
  | SurveyRepository
  | Transaction
  | TypedProperties
  | WebhookEvents

const maxTokens = 10_000

/** At most this many characters are read at once. */
const largeBody = 64 * 1024

/** Takes events in. */
export class Ingestion extends Context.Service<Ingestion, {
  /**
   * Succeeds when every event of the request is durable. An unknown token succeeds too, with a counted warning: clients
   * would otherwise stop sending for good.
   */
  readonly capture: (request: CaptureRequest) => Effect.Effect<void, CaptureRejected | IngestionUnavailable>
}>()("@hedgerow/core/ingestion/Ingestion") {
  static readonly layer: Layer.Layer<Ingestion, never, Ports> = Layer.effect(
    Ingestion,
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const warn = yield* makeWarningLog
      const write = yield* makeEventProcessing(warn)
      const submit = yield* makeGroupCommit(write)
      const projects = yield* makeVersionedCache({
        realm: () => "installation",
        load: repository.findByToken,
        isKept: Option.isSome,
        capacity: maxTokens
      })

      const parsing = yield* Semaphore.make(1)

      /** Large bodies are parsed one after the other: the memory of several at a time would add up. */
      const parse = (request: CaptureRequest) =>
        request.body.length < largeBody ? parseCapture(request) : parsing.withPermit(parseCapture(request))

      const projectOf = (token: string) =>
        projects.get(token as ProjectToken).pipe(
          Effect.map(Option.getOrUndefined),
          Effect.catchDefect((defect) =>
            Effect.andThen(Effect.logError("A project could not be looked up", defect), Effect.fail(storeUnavailable()))
          )
        )

      const capture = Effect.fn("Ingestion.capture")(function*(request: CaptureRequest) {
        const batch = yield* parse(request)
        const project = yield* projectOf(batch.token)
        if (project === undefined) return yield* warn(null, [{ type: "unknown_token", subject: batch.token }])
        const items = batch.events.map((event) => ({ project: project.id, event, isHistorical: batch.isHistorical }))
        yield* submit({ items, chars: batch.weight })
      }, Effect.tapError(countRejected))

      return Ingestion.of({ capture })
    })
  ).pipe(Layer.provide([DefinitionInference.layer, FlagCallTracker.layer, SurveyResponseTracker.layer]))
}
