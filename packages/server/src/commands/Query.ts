import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectId } from "@hedgerow/core/access/Project"
import { KnownActions } from "@hedgerow/core/actions/KnownActions"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { KnownCohorts } from "@hedgerow/core/cohorts/KnownCohorts"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import { QueryLog } from "@hedgerow/core/query/log/QueryLog"
import { Queries } from "@hedgerow/core/query/Queries"
import { encodeResponse } from "@hedgerow/core/query/ResultJson"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { withLogging } from "../Logging.ts"
import { ServerConfig } from "../ServerConfig.ts"
import { storage } from "../Storage.ts"
import { formatTable } from "../Table.ts"

/** The storage has no such project. */
class ProjectUnknown extends Schema.TaggedError<ProjectUnknown>()("ProjectUnknown", { id: ProjectId }) {
  override get message(): string {
    return `There is no project ${this.id}.`
  }
}

const ask = Effect.fnUntraced(function*(projectId: ProjectId, sql: string) {
  const project = yield* Effect.flatMap(ProjectRepository, (projects) => projects.find(projectId)).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.mapError(() => new ProjectUnknown({ id: projectId }))
  )
  return yield* Effect.flatMap(
    Queries,
    (queries) => queries.run(project, { query: { kind: "ServiceSqlQuery", query: sql } })
  )
})

/** `hedgerow query "SELECT …"`: asks the configured storage and prints a table. */
export const query = Command.make(
  "query",
  {
    sql: Argument.String("sql").pipe(Argument.withDescription("The SELECT to run")),
    project: Flag.Int("project").pipe(
      Flag.withSchema(ProjectId),
      Flag.withDefault(ProjectId.make(1)),
      Flag.withDescription("The project's id")
    ),
    json: Flag.Boolean("json").pipe(Flag.withDefault(false), Flag.withDescription("Print the whole answer as JSON"))
  },
  Effect.fnUntraced(function*({ json, project, sql }) {
    const config = yield* ServerConfig
    const services = Queries.layer.pipe(
      Layer.provide([KnownActions.layer, KnownCohorts.layer, QueryLog.layer, TypedProperties.layer]),
      Layer.provide(DefinitionsVersions.layer),
      Layer.provideMerge(storage(config, "attach"))
    )
    const answer = yield* ask(project, sql).pipe(Effect.provide(services), withLogging(config))
    yield* Console.log(json ? encodeResponse(answer) : formatTable(answer))
  })
).pipe(Command.withDescription("Run SQL on the configured storage"))
