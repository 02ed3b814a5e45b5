import { Context, DateTime, Effect, Layer, Option, Semaphore } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import { DefinitionInference } from "../definitions/DefinitionInference.ts"
import type { DefinitionRepository } from "../definitions/DefinitionRepository.ts"
import type { TypedProperties } from "../definitions/TypedProperties.ts"
import type { CaptureOutcome, CaptureRejected, CaptureRequest, IngestionUnavailable } from "../events/Capture.ts"
import type { EventKeys } from "../events/EventKeys.ts"
import { EventUsage, monthOf } from "../events/EventUsage.ts"
import type { EventWriter } from "../events/EventWriter.ts"
import { makeGroupCommit, storeUnavailable } from "../events/GroupCommit.ts"
import { countRejected } from "../events/IngestionMetrics.ts"
import { makeWarningLog } from "../events/IngestionWarnings.ts"
import type { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { FlagCallTracker } from "../flags/usage/FlagCallTracker.ts"
import type { ProjectId, ProjectToken } from "../identity/Project.ts"
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
import { sampled } from "./EventSampling.ts"

type Ports =
  | ChangeCapture
  | DefinitionRepository
  | DefinitionsVersions
  | EventKeys
  | EventUsage
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

const taken: CaptureOutcome = { isOverQuota: false }

/** Takes events in. */
export class Ingestion extends Context.Service<Ingestion, {
  /**
   * Succeeds when every event of the request that the project keeps is durable. An unknown token succeeds too, with a
   * counted warning: clients would otherwise stop sending for good.
   */
  readonly capture: (request: CaptureRequest) => Effect.Effect<CaptureOutcome, CaptureRejected | IngestionUnavailable>
}>()("@hedgerow/core/ingestion/Ingestion") {
  static readonly layer: Layer.Layer<Ingestion, never, Ports> = Layer.effect(
    Ingestion,
    Effect.gen(function*() {
      const repository = yield* ProjectRepository
      const usage = yield* EventUsage
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

      /** Requests that are under way are not counted yet: a quota is passed by them at most. */
      const isUsedUp = Effect.fnUntraced(
        function*(project: ProjectId, quota: number) {
          return (yield* usage.used(project, monthOf(yield* DateTime.now))) >= quota
        },
        Effect.catchDefect((defect) =>
          Effect.andThen(Effect.logError("A quota could not be looked up", defect), Effect.fail(storeUnavailable()))
        )
      )

      const capture = Effect.fn("Ingestion.capture")(function*(request: CaptureRequest) {
        const batch = yield* parse(request)
        const project = yield* projectOf(batch.token)
        if (project === undefined) {
          yield* warn(null, [{ type: "unknown_token", subject: batch.token }])
          return taken
        }
        const { events_monthly_quota: quota, events_sample_rate, id } = project
        if (request.isOwn !== true && quota !== null && (yield* isUsedUp(id, quota))) {
          yield* warn(id, [{ type: "quota_reached", subject: "events_monthly_quota" }])
          return { isOverQuota: true }
        }
        const events = request.isOwn === true ? batch.events : sampled(events_sample_rate, batch.events)
        if (events.length === 0) return taken
        const { isHistorical } = batch
        const isMetered = quota !== null && request.isOwn !== true
        const items = events.map((event) => ({ project: id, event, isHistorical, isMetered }))
        yield* submit({ items, chars: batch.weight })
        return taken
      }, Effect.tapError(countRejected))

      return Ingestion.of({ capture })
    })
  ).pipe(Layer.provide([DefinitionInference.layer, FlagCallTracker.layer, SurveyResponseTracker.layer]))
}
