import type { Experiment } from "@hedgerow/core/experiments/Experiment"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import type { PlainAction } from "@hedgerow/core/experiments/lifecycle/ExperimentLifecycle"
import { readFlagQuery } from "@hedgerow/core/flags/reading/FlagQuery"
import type { Project } from "@hedgerow/core/identity/Project"
import { Promotions } from "@hedgerow/core/promotion/Promotions"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { makeCohortRecords } from "../cohorts/CohortRecordsOf.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { promotionsRecord } from "../entities/PromotionSchema.ts"
import { answering } from "../errors/ErrorTable.ts"
import { makeFlagRecords } from "../flags/FlagRecordsOf.ts"
import { readJson } from "../requests/JsonBody.ts"
import { ExperimentActionsApi } from "./ExperimentActionsApi.ts"
import { makeExperimentRecords } from "./ExperimentRecordsOf.ts"

const [usualLimit, maxLimit] = [20, 100]

const integerIn = (text: string | undefined, usual: number): number | undefined => {
  if (text === undefined || text === "") return usual
  return /^\s*[+-]?\d{1,9}\s*$/.test(text) ? Number(text) : undefined
}

const noPage = (name: "limit" | "offset") =>
  Effect.fail(InvalidInput.at([name], "invalid_input", "Invalid limit or offset"))

/** The page that is asked for. */
const pageOf = Effect.fnUntraced(function*(limit: string | undefined, offset: string | undefined) {
  const [most, before] = [integerIn(limit, usualLimit), integerIn(offset, 0)]
  if (most === undefined) return yield* noPage("limit")
  if (before === undefined) return yield* noPage("offset")
  return { limit: Math.min(Math.max(most, 0), maxLimit), offset: Math.max(before, 0) } satisfies PageRequest
})

const yes = new Set(["true", "1", "yes"])

type FlagParams = Readonly<Record<string, string | undefined>>

/** The filter of flags: only `true` and `false` are values of `active`, and tags are asked for, or are to be missing. */
const flagFilter = ({ active, has_evaluation_tags: tags, ...params }: FlagParams, now: DateTime.Utc) =>
  readFlagQuery({
    ...params,
    ...(active?.toUpperCase() === "STALE" ? undefined : { active }),
    ...(tags === undefined || tags === "" ? undefined : { has_evaluation_tags: String(yes.has(tags.toLowerCase())) })
  }, now)

/** Does what is done with experiments. */
export const layer = handlerGroup(
  ExperimentActionsApi,
  Effect.fnUntraced(function*(handlers) {
    const experiments = yield* Experiments
    const promotions = yield* Promotions
    const records = yield* makeExperimentRecords
    const flags = yield* makeFlagRecords
    const cohortRecords = yield* makeCohortRecords

    const shown = (project: Project, experiment: Experiment) =>
      Effect.map(records(project, [experiment]), (record) => record(experiment))

    const act = (action: PlainAction) =>
      Effect.fn(`http.experimentActions.${action}`)(
        function*({ params }: { readonly params: { readonly id: string } }) {
          const by = yield* currentEditing
          return yield* shown(by.project, yield* experiments.act(by, params.id, action))
        },
        answering
      )

    return handlers
      .handle(
        "eligibleFlags",
        Effect.fn("http.experimentActions.eligibleFlags")(function*({ query: { limit, offset, ...params } }) {
          const page = yield* pageOf(limit, offset)
          const filter = flagFilter(params, yield* DateTime.now)
          const { count, items } = yield* experiments.eligibleFlags((yield* CurrentProject).id, filter, page)
          return { results: yield* flags.records(items), count }
        }, answering)
      )
      .handle(
        "requiresFlagImplementation",
        Effect.fn("http.experimentActions.requiresFlagImplementation")(function*({ query }) {
          return { result: yield* experiments.requiresFlagImplementation(yield* CurrentProject, query) }
        }, answering)
      )
      .handle(
        "stats",
        Effect.fn("http.experimentActions.stats")(function*() {
          return yield* experiments.velocity(yield* CurrentProject)
        }, answering)
      )
      .handleRaw(
        "duplicate",
        Effect.fn("http.experimentActions.duplicate")(function*({ params, request }) {
          const by = yield* currentEditing
          return yield* shown(by.project, yield* experiments.duplicate(by, params.id, yield* readJson(request)))
        }, answering)
      )
      .handleRaw(
        "promote",
        Effect.fn("http.experimentActions.promote")(function*({ params, request }) {
          const body = yield* readJson(request)
          const [caller, from] = [yield* CurrentCaller, yield* CurrentProject]
          return promotionsRecord(yield* promotions.experiment(caller, from, params.id, body))
        }, answering)
      )
      .handle(
        "createExposureCohort",
        Effect.fn("http.experimentActions.createExposureCohort")(function*({ params }) {
          const by = yield* currentEditing
          const cohort = yield* experiments.createExposureCohort(by, params.id)
          const record = yield* cohortRecords(by.project, [cohort])
          return { cohort: record(cohort) }
        }, answering)
      )
      .handle("launch", act("launch"))
      .handle("archive", act("archive"))
      .handle("unarchive", act("unarchive"))
      .handle("pause", act("pause"))
      .handle("resume", act("resume"))
      .handle("reset", act("reset"))
      .handleRaw(
        "end",
        Effect.fn("http.experimentActions.end")(function*({ params, request }) {
          const by = yield* currentEditing
          return yield* shown(by.project, yield* experiments.end(by, params.id, yield* readJson(request)))
        }, answering)
      )
      .handleRaw(
        "shipVariant",
        Effect.fn("http.experimentActions.shipVariant")(function*({ params, request }) {
          const by = yield* currentEditing
          return yield* shown(by.project, yield* experiments.ship(by, params.id, yield* readJson(request)))
        }, answering)
      )
  })
)
