import { Clock, Context, DateTime, Duration, Effect, Layer, Scope } from "effect"
import type { DefinitionsVersions } from "../../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../../caching/VersionedCache.ts"
import type { CapturedEvent } from "../../events/CapturedEvent.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { Jobs } from "../../jobs/Jobs.ts"
import { parseUuid } from "../../shared/Uuid.ts"
import { makeArming } from "../schedule/SurveyJobs.ts"
import { countsResponses } from "../schedule/SurveyState.ts"
import type { SurveyId } from "../Survey.ts"
import { timedSurveys } from "../SurveyEntity.ts"
import { SurveyRepository } from "../SurveyRepository.ts"

/** The responses of one survey are counted at most this often. */
const countInterval = Duration.seconds(10)

const maxProjects = 1_000

/** At most this many surveys are remembered; then all are forgotten, which costs a needless count each. */
const maxRemembered = 10_000

/** The fields of an event that are read. */
type TrackedEvent = Pick<CapturedEvent, "event" | "values">

const surveyIn = ({ event, values }: TrackedEvent): SurveyId | undefined => {
  const id = event === "survey sent" ? values["$survey_id"] : undefined
  return typeof id === "string" ? parseUuid(id) as SurveyId | undefined : undefined
}

/**
 * Learns from stored events which surveys were answered, and has those counted that end or pause after a number of
 * answers.
 */
export class SurveyResponseTracker extends Context.Service<SurveyResponseTracker, {
  /** Never fails and waits for nothing. Looks that could not be requested are made up for by the daily one. */
  readonly see: (project: ProjectId, events: ReadonlyArray<TrackedEvent>) => Effect.Effect<void>
}>()("@hedgerow/core/surveys/responses/SurveyResponseTracker") {
  static readonly layer: Layer.Layer<SurveyResponseTracker, never, DefinitionsVersions | Jobs | SurveyRepository> =
    Layer
      .effect(
        SurveyResponseTracker,
        Effect.gen(function*() {
          const repository = yield* SurveyRepository
          const scope = yield* Scope.Scope
          const { lookAt } = yield* makeArming
          // The times of the latest requested looks at surveys.
          const looks = new Map<SurveyId, number>()
          const counted = yield* makeVersionedCache({
            realm: (project: ProjectId) => project,
            load: (project) =>
              Effect.map(
                repository.all(project, { where: timedSurveys }),
                (surveys) => new Set(surveys.filter(countsResponses).map(({ id }) => id))
              ),
            isKept: () => true,
            capacity: maxProjects
          })

          const ask = Effect.fnUntraced(function*(project_id: ProjectId, id: SurveyId) {
            const now = yield* Clock.currentTimeMillis
            const last = looks.get(id) ?? -Infinity
            // That look is still to come, and counts this answer, too.
            if (last > now) return
            const at = Math.max(now, last + Duration.toMillis(countInterval))
            if (looks.size >= maxRemembered) looks.clear()
            looks.set(id, at)
            yield* lookAt({ id, project_id }, DateTime.makeUnsafe(at)).pipe(
              Effect.onError(() => Effect.sync(() => looks.delete(id)))
            )
          })

          const askAll = Effect.fnUntraced(
            function*(project: ProjectId, ids: ReadonlySet<SurveyId>) {
              const known = yield* counted.get(project)
              for (const id of ids) if (known.has(id)) yield* ask(project, id)
            },
            Effect.catchCause((cause) => Effect.logWarning("The answers to surveys could not be counted", cause))
          )

          return SurveyResponseTracker.of({
            see: Effect.fnUntraced(function*(project, events) {
              const ids = new Set(events.flatMap((event) => surveyIn(event) ?? []))
              if (ids.size > 0) yield* Effect.forkIn(askAll(project, ids), scope)
            })
          })
        })
      )
}
