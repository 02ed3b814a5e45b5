import type { Project } from "@hedgerow/core/identity/Project"
import { toIso } from "@hedgerow/sql/types/Instants"
import { countDeadLetters } from "@hedgerow/storage-clickhouse/events/DeadLetterList"
import * as ClickHouseMoveTarget from "@hedgerow/storage-clickhouse/move/ClickHouseMoveTarget"
import { MoveProgress, type MoveState } from "@hedgerow/storage-clickhouse/move/MoveProgress"
import * as SqlMoveProgress from "@hedgerow/storage-clickhouse/move/SqlMoveProgress"
import { countEvents } from "@hedgerow/storage-clickhouse/move/SqlMoveSource"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { chosenProjects, onClickHouse, projectFlag } from "./OnClickHouse.ts"
import { json, print, timeCell } from "./Printing.ts"

const stateWord = (state: MoveState | undefined): string => {
  if (state === undefined) return "not begun"
  return state.agreedAt === null ? "under way" : `compared ${timeCell(state.agreedAt)}`
}

const statusOf = Effect.fnUntraced(function*({ id, name }: Project) {
  const state = yield* Effect.flatMap(MoveProgress, ({ load }) => load(id))
  return {
    project: id,
    name,
    in_postgresql: yield* countEvents(id),
    in_clickhouse: yield* ClickHouseMoveTarget.countEvents(id),
    dead_letters: yield* countDeadLetters(id),
    moved: state?.moved ?? 0,
    moved_until: state === undefined || state.after === null ? null : toIso(state.after.timestamp),
    state: stateWord(state)
  }
})

const statusColumns = ["project", "name", "in PostgreSQL", "in ClickHouse", "dead letters", "moved", "up to", "state"]

/** `hedgerow move status`. */
export const status = Command.make(
  "status",
  { project: projectFlag, json },
  Effect.fn("hedgerow.move.status")(function*({ json, project }) {
    const results = yield* onClickHouse(
      Effect.provide(
        Effect.flatMap(chosenProjects(project), Effect.forEach(statusOf)),
        SqlMoveProgress.layer
      )
    )
    yield* print(json, results, { columns: statusColumns, results: results.map((row) => Object.values(row)) })
  })
).pipe(Command.withDescription("Show how many events are where, and how far the move is"))
