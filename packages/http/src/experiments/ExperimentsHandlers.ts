import type { Experiment } from "@hedgerow/core/experiments/Experiment"
import { readExperimentFilter } from "@hedgerow/core/experiments/ExperimentList"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import type { Project } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { makeExperimentRecords } from "./ExperimentRecordsOf.ts"
import { experimentFilterFields, ExperimentsApi } from "./ExperimentsApi.ts"

const refused = HttpServerResponse.empty({ status: 405, headers: { allow: "GET, HEAD, OPTIONS, PATCH, PUT" } })

/** Shows and changes experiments. */
export const layer = handlerGroup(
  ExperimentsApi,
  Effect.fnUntraced(function*(handlers) {
    const experiments = yield* Experiments
    const records = yield* makeExperimentRecords

    const shown = (project: Project, experiment: Experiment) =>
      Effect.map(records(project, [experiment]), (record) => record(experiment))

    const plain = yield* makeEntityHandlers({
      group: "experiments",
      scope: "Experiment",
      list: (project, query, page) =>
        Effect.flatMap(
          readListQuery(experimentFilterFields, query),
          (filter) => experiments.list(project, readExperimentFilter(filter), page)
        ),
      find: experiments.find,
      idOf: ({ id }: Experiment) => id,
      create: experiments.create,
      patch: experiments.patch,
      shownInLists: records,
      shown
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("activity", plain.activity)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handleRaw("replace", plain.replace)
      .handle("remove", () => Effect.succeed(refused))
      .handle("activityOfOne", plain.activityOfOne)
  })
)
