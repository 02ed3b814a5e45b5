import { ProjectId } from "@hedgerow/core/identity/Project"
import { projectIds } from "@hedgerow/storage-clickhouse/move/SqlMoveSource"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storageWithClickHouse } from "../storage/Storage.ts"
import { findProject } from "./FindProject.ts"

/** Runs a command's work on the configured storage and its ClickHouse, beside a running server too. */
export const onClickHouse = Effect.fnUntraced(
  function*<A, E, R>(work: Effect.Effect<A, E, R>) {
    const config = yield* readSettings
    return yield* work.pipe(Effect.provide(storageWithClickHouse(config, "attach")), withLogging(config))
  }
)

/** `--project`: one project instead of all. */
export const projectFlag = Flag.Int("project").pipe(
  Flag.withSchema(ProjectId),
  Flag.optional,
  Flag.withDescription("The id of one project; all of them unless said otherwise")
)

/** The project with this id, or every project. */
export const chosenProjects = Effect.fnUntraced(function*(project: Option.Option<ProjectId>) {
  const ids = yield* Option.match(project, { onNone: () => projectIds, onSome: (id) => Effect.succeed([id]) })
  return yield* Effect.forEach(ids, findProject)
})
