import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { toIso } from "@hedgerow/sql/types/Instants"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { patiently } from "@hedgerow/storage-clickhouse/client/Patience"
import { identityOf } from "@hedgerow/storage-clickhouse/migrations/Migrations"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/move/ClickHouseMoveTarget"
import type { Compared } from "@hedgerow/storage-clickhouse/move/CompareEvents"
import { agrees, moveEvents } from "@hedgerow/storage-clickhouse/move/MoveEvents"
import { MoveProgress, type MoveState } from "@hedgerow/storage-clickhouse/move/MoveProgress"
import { type Removed, removeMoved } from "@hedgerow/storage-clickhouse/move/RemoveMoved"
import * as SqlMoveProgress from "@hedgerow/storage-clickhouse/move/SqlMoveProgress"
import * as SqlMoveSource from "@hedgerow/storage-clickhouse/move/SqlMoveSource"
import { layerSnapshots } from "@hedgerow/storage-clickhouse/replication/Copies"
import { takeSnapshot } from "@hedgerow/storage-clickhouse/replication/SnapshotRequests"
import { install } from "@hedgerow/storage-pg/query/server/HelperSchema"
import { queryHelpers } from "@hedgerow/storage-pg/query/server/QueryFunctions"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ServerConfig } from "../config/ServerConfig.ts"
import { describeFailure } from "../serving/StartFailure.ts"
import { formatTable } from "../terminal/Table.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { status } from "./MoveStatus.ts"
import { chosenProjects, onClickHouse, projectFlag } from "./OnClickHouse.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const PageSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50_000 }))

const pageSize = Flag.Int("page-size").pipe(
  Flag.withSchema(PageSize),
  Flag.withDefault(5_000),
  Flag.withDescription("Events of one insert, 50,000 at most: fewer disturb a busy server less")
)

/** Runs work with the progress of moves, and with nobody else who moves. */
const alone = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(Effect.flatMap(MoveProgress, ({ own }) => own), work)).pipe(
    Effect.provide(Layer.merge(SqlMoveProgress.layer, Layer.provide(layerSnapshots, Outbox.layer)))
  )

/** The outcome for the projects: the failure of one does not stop the others. */
interface Outcome<A> {
  readonly done: ReadonlyArray<A>
  /** The reasons for failures, in words. */
  readonly failures: ReadonlyArray<string>
}

const forEachProject = Effect.fnUntraced(function*<A, E, R>(
  project: Option.Option<ProjectId>,
  work: (project: Project) => Effect.Effect<A, E, R>
) {
  const done: Array<A> = []
  const failures: Array<string> = []
  for (const each of yield* chosenProjects(project)) {
    const exit = yield* Effect.exit(work(each))
    if (Exit.isSuccess(exit)) done.push(exit.value)
    else if (Cause.hasInterrupts(exit.cause)) return yield* Effect.failCause(exit.cause)
    else failures.push(`Project ${each.id}: ${describeFailure(exit.cause)}`)
  }
  const outcome: Outcome<A> = { done, failures }
  return outcome
})

/** Ends the command with all of these words, if there are any. */
const refuse = (words: ReadonlyArray<string>) =>
  words.length === 0 ? Effect.void : Effect.fail(new CommandRefused({ message: words.join("\n") }))

const whole = (count: number): string => count.toLocaleString("en")

/** The events of PostgreSQL, whose documents are read by a function of queries: a server with ClickHouse installs none. */
const sourceOfEvents = Effect.gen(function*() {
  const { databaseSchema } = yield* ServerConfig
  const functions = queryHelpers(databaseSchema)
  yield* install(functions)
  return yield* SqlMoveSource.make(functions.schema)
})

const moveOne = Effect.fnUntraced(function*(project: Project, pageSize: number) {
  const source = yield* sourceOfEvents
  const target = yield* ClickHouseMoveTarget.make
  yield* patiently(takeSnapshot(yield* identityOf(yield* ClickHouse), project.id))
  const all = yield* SqlMoveSource.countEvents(project.id)
  const line = yield* makeProgressLine
  const textOf = ({ after, moved }: MoveState): string =>
    `Project ${project.id}: ${whole(moved)} of ${whole(all)} events${
      after === null ? "" : `, up to ${toIso(after.timestamp)}`
    }`
  const compared = yield* moveEvents(project.id, {
    source,
    target,
    pageSize,
    onPage: (state) => line.show(textOf(state))
  })
  yield* line.end(`Project ${project.id}: ${whole(compared.inSource)} events compared`)
  return { project, compared }
})

const comparedColumns = ["project", "in PostgreSQL", "in ClickHouse", "dead letters", "missing", "doubled"]

const comparedRow = ({ compared, project }: { readonly project: Project; readonly compared: Compared }) => [
  project.id,
  compared.inSource,
  compared.stored,
  compared.refused,
  compared.missing,
  compared.doubled
]

const movedWords =
  "ClickHouse has every event. PostgreSQL still has them too: `hedgerow move remove` removes them there."
const differWords =
  "ClickHouse does not have the same events as PostgreSQL (see the table above). Nothing is lost: run "
  + "the command again; if `doubled` is not 0, an event is stored there more than once."

const events = Command.make(
  "events",
  { project: projectFlag, pageSize },
  Effect.fn("hedgerow.move.events")(function*({ pageSize, project }) {
    const { done, failures } = yield* onClickHouse(
      alone(forEachProject(project, (project) => moveOne(project, pageSize)))
    )
    const rows = done.map(comparedRow)
    yield* Console.log(formatTable({ columns: comparedColumns, results: rows, hasMore: null, warnings: [] }))
    const differs = !done.every(({ compared }) => agrees(compared))
    yield* refuse([...(differs ? [differWords] : []), ...failures])
    yield* Console.log(movedWords)
  })
).pipe(
  Command.withDescription("Copy the events of PostgreSQL to ClickHouse and compare both; may be stopped and run again")
)

const keptWords = (kept: number): string =>
  `${whole(kept)} events are not in ClickHouse and have stayed: run \`hedgerow move events\` again.`

const removedWords = (project: Project, { refused, removed }: Removed): string =>
  `Project ${project.id}: ${whole(removed)} events removed from PostgreSQL${
    refused === 0 ? "" : `; ${whole(refused)} that ClickHouse refused have stayed (\`hedgerow dead-letters list\`)`
  }`

const removeOne = Effect.fnUntraced(function*(project: Project) {
  const source = yield* sourceOfEvents
  const target = yield* ClickHouseMoveTarget.make
  const removed = yield* removeMoved(project.id, { source, target, pageSize: 10_000 })
  yield* Console.log(removedWords(project, removed))
  return removed
})

const remove = Command.make(
  "remove",
  { project: projectFlag },
  Effect.fn("hedgerow.move.remove")(function*({ project }) {
    const { done, failures } = yield* onClickHouse(alone(forEachProject(project, removeOne)))
    const kept = done.reduce((sum, removed) => sum + removed.kept, 0)
    yield* refuse([...(kept > 0 ? [keptWords(kept)] : []), ...failures])
  })
).pipe(Command.withDescription("Remove from PostgreSQL the events that ClickHouse has"))

/** `hedgerow move events|status|remove`: from PostgreSQL to ClickHouse. */
export const move = Command.make("move").pipe(
  Command.withDescription("Move events from PostgreSQL to ClickHouse"),
  Command.withSubcommands([events, status, remove])
)
