import { Context, Effect, Layer, Option, Stream } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import { DefinitionsVersions, maxStale } from "../../caching/DefinitionsVersions.ts"
import { GoesOnStale, Staleness } from "../../caching/Staleness.ts"
import { makeVersionedCache } from "../../caching/VersionedCache.ts"
import { evaluateFlagsInSlices } from "../../evaluation/EvaluateFlags.ts"
import { explainFlagInSlices } from "../../evaluation/ExplainFlag.ts"
import type { FlagExplanation } from "../../evaluation/FlagExplanation.ts"
import type { FlagResults } from "../../evaluation/FlagResult.ts"
import { makeInSlices } from "../../evaluation/InSlices.ts"
import { checkToken } from "../../events/CaptureToken.ts"
import type { Project, ProjectId, ProjectToken } from "../../identity/Project.ts"
import type { PersonRepository } from "../../persons/PersonRepository.ts"
import { traced } from "../../shared/Traced.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import { type Affected, type AffectedCondition, makeFlagAudience } from "../editing/FlagAudience.ts"
import type { FlagAudienceTimedOut } from "../model/FeatureFlagErrors.ts"
import { type DefinitionPorts, type FlagDefinitions, makeFlagDefinitions } from "./FlagDefinitions.ts"
import { makeFlagLookups } from "./FlagLookups.ts"
import type { FlagSubject } from "./FlagSubject.ts"
import type { HashKeyRepository } from "./HashKeyRepository.ts"

type Ports = DefinitionPorts | HashKeyRepository | PersonRepository

const maxTokens = 10_000

/** The answers of flags, and the definitions they answered by: those may have changed since. */
export interface EvaluatedFlags extends FlagResults {
  readonly definitions: FlagDefinitions
}

/**
 * Evaluates flags. Definitions are compiled once for each version and kept; a change shows at once on the server that made
 * it. Only what the asked flags need is looked up, in the control plane alone: events are never waited for.
 */
export class FlagEvaluations extends Context.Service<FlagEvaluations, {
  /** The project with this token. */
  readonly projectOf: (token: string) => Effect.Effect<Option.Option<Project>>
  /** The project's definitions as of now. Where `GoesOnStale` is set, the last known ones while storage is away. */
  readonly definitions: (project: ProjectId) => Effect.Effect<FlagDefinitions>
  /** Makes the next use look at once for what other servers have changed. */
  readonly recheck: (project: ProjectId) => Effect.Effect<void>
  /**
   * The definitions as of now, and again whenever they change; some changes in a row may come as one. While the storage is
   * away or silent nothing comes.
   */
  readonly changes: (project: ProjectId) => Stream.Stream<FlagDefinitions>
  /** The answers of the flags in the subject's selection; those that are not active are left out. */
  readonly evaluate: (project: ProjectId, subject: FlagSubject) => Effect.Effect<EvaluatedFlags>
  /** The explanation of this flag's value for a subject. */
  readonly explain: (project: ProjectId, key: string, subject: FlagSubject) => Effect.Effect<FlagExplanation>
  /**
   * The number of persons, or groups of a type, whose properties match a condition; its rollout does not count. A
   * server counts one condition of a project at a time, the others wait.
   */
  readonly matching: (
    project: ProjectId,
    condition: AffectedCondition
  ) => Effect.Effect<Affected, FlagAudienceTimedOut>
  /**
   * The persons for whom an active flag about persons is on, part by part; none of another flag. A person with several
   * distinct ids is asked by the first one.
   */
  readonly membersOf: (project: ProjectId, key: string) => Stream.Stream<ReadonlyArray<Uuid>>
}>()("@hedgerow/core/flags/serving/FlagEvaluations") {
  static readonly layer: Layer.Layer<FlagEvaluations, never, Ports> = Layer.effect(
    FlagEvaluations,
    Effect.gen(function*() {
      const versions = yield* DefinitionsVersions
      const projects = yield* ProjectRepository
      const known = yield* makeFlagDefinitions
      const lookUp = yield* makeFlagLookups
      const inSlices = yield* makeInSlices
      const audience = yield* makeFlagAudience(known.get)
      const tokens = yield* makeVersionedCache({
        realm: () => "installation",
        load: projects.findByToken,
        isKept: Option.isSome,
        capacity: maxTokens
      })

      const projectOf = (token: string): Effect.Effect<Option.Option<Project>> =>
        checkToken(token, null)._tag === "Success" ? tokens.get(token as ProjectToken) : Effect.succeedNone

      const changes = (project: ProjectId): Stream.Stream<FlagDefinitions> =>
        Stream.merge(
          Stream.tick(maxStale),
          Stream.filter(versions.changes, (realm) => realm === project || realm === "all")
        ).pipe(
          Stream.mapEffect(() => Effect.provideService(known.get(project), GoesOnStale, new Staleness())),
          Stream.changesWith((left, right) => left === right)
        )

      const evaluate = traced("FlagEvaluations.evaluate")(
        Effect.fnUntraced(function*(project: ProjectId, subject: FlagSubject) {
          const definitions = yield* known.get(project)
          const request = yield* lookUp(definitions, subject)
          return { ...(yield* inSlices(evaluateFlagsInSlices(definitions.compiled, request))), definitions }
        })
      )

      const explain = Effect.fn("FlagEvaluations.explain")(
        function*(project: ProjectId, key: string, subject: FlagSubject) {
          const definitions = yield* known.get(project)
          const selection = { ...subject.selection, flagKeys: [key] }
          const request = yield* lookUp(definitions, { ...subject, selection })
          return yield* inSlices(explainFlagInSlices(definitions.compiled, key, request))
        }
      )

      return FlagEvaluations.of({
        projectOf,
        definitions: known.get,
        recheck: versions.recheck,
        changes,
        evaluate,
        explain,
        ...audience
      })
    })
  )
}
