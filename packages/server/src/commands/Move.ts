import type { Project } from "@hedgerow/core/access/Project"
import { toIso } from "@hedgerow/core/events/EventTime"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/ClickHouseMoveTarget"
import type { Compared } from "@hedgerow/storage-clickhouse/CompareEvents"
import { SnapshotRecords } from "@hedgerow/storage-clickhouse/copies/SnapshotRecords"
import { takeSnapshot } from "@hedgerow/storage-clickhouse/copies/SnapshotRequests"
import * as SqlCopySource from "@hedgerow/storage-clickhouse/copies/SqlCopySource"
import { identityOf } from "@hedgerow/storage-clickhouse/Migrations"
import { agrees, moveEvents } from "@hedgerow/storage-clickhouse/MoveEvents"
import { MoveProgress, type MoveState } from "@hedgerow/storage-clickhouse/MoveProgress"
import { removeMoved } from "@hedgerow/storage-clickhouse/RemoveMoved"
import * as SqlMoveProgress from "@hedgerow/storage-clickhouse/SqlMoveProgress"
import * as SqlMoveSource from "@hedgerow/storage-clickhouse/SqlMoveSource"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { formatTable } from "../Table.ts"
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

const copies = SnapshotRecords.layer.pipe(
  Layer.provideMerge(Layer.unwrap(Effect.map(Outbox, ({ head }) => SqlCopySource.layer(head)))),
  Layer.provide(Outbox.layer)
)

/** Runs work with the progress of moves, and with nobody else who moves. */
const alone = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.andThen(Effect.flatMap(MoveProgress, ({ own }) => own), work)).pipe(
    Effect.provide(Layer.merge(SqlMoveProgress.layer, copies))
  )

const whole = (count: number): string => count.toLocaleString("en")

const moveOne = Effect.fnUntraced(function*(project: Project, pageSize: number) {
  const source = yield* SqlMoveSource.make
  const target = yield* ClickHouseMoveTarget.make
  yield* takeSnapshot(yield* identityOf(yield* ClickHouse), project.id)
  const all = yield* source.count(project.id)
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
    const results = yield* onClickHouse(alone(Effect.gen(function*() {
      return yield* Effect.forEach(yield* chosenProjects(project), (project) => moveOne(project, pageSize))
    })))
    const rows = results.map(comparedRow)
    yield* Console.log(formatTable({ columns: comparedColumns, results: rows, hasMore: null, warnings: [] }))
    if (!results.every(({ compared }) => agrees(compared))) return yield* new CommandRefused({ message: differWords })
    yield* Console.log(movedWords)
  })
).pipe(
  Command.withDescription("Copy the events of PostgreSQL to ClickHouse and compare both; may be stopped and run again")
)

const remove = Command.make(
  "remove",
  { project: projectFlag },
  Effect.fn("hedgerow.move.remove")(function*({ project }) {
    const kept = yield* onClickHouse(alone(Effect.gen(function*() {
      const options = { source: yield* SqlMoveSource.make, target: yield* ClickHouseMoveTarget.make, pageSize: 10_000 }
      const results = yield* Effect.forEach(
        yield* chosenProjects(project),
        Effect.fnUntraced(function*({ id }) {
          const { kept, removed } = yield* removeMoved(id, options)
          yield* Console.log(`Project ${id}: ${whole(removed)} events removed from PostgreSQL`)
          return kept
        })
      )
      return results.reduce((sum, count) => sum + count, 0)
    })))
    if (kept === 0) return
    const message = `${whole(kept)} events are not in ClickHouse and have stayed: run \`hedgerow move events\` again.`
    return yield* new CommandRefused({ message })
  })
).pipe(Command.withDescription("Remove from PostgreSQL the events that ClickHouse has"))

/** `hedgerow move events|status|remove`: from PostgreSQL to ClickHouse. */
export const move = Command.make("move").pipe(
  Command.withDescription("Move events from PostgreSQL to ClickHouse"),
  Command.withSubcommands([events, status, remove])
)
