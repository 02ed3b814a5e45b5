import { Effect, Option, Struct } from "effect"
import type { Editing } from "../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../entities/EntityEditing.ts"
import { withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Dashboard, dashboardEntity, type DashboardId } from "./Dashboard.ts"
import { DashboardNotFound } from "./DashboardErrors.ts"
import { type DashboardChanges, type NewDashboard, readTileMove } from "./DashboardInput.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { makeInsightDeletion } from "./DeleteInsights.ts"
import { makeTileDuplication } from "./DuplicateTiles.ts"
import { makeTileEditing } from "./EditTiles.ts"

/** The dashboard whose tiles are copied, and whether their insights are. */
interface CopiedTiles {
  readonly from: number
  readonly isDuplicated: boolean
}

/** The names in a body that are not fields of a dashboard. */
const ofNew = ["duplicate_tiles", "use_dashboard", "use_template"] as const
const ofChange = ["delete_insights", "tiles"] as const

/** Creates and changes dashboards and their tiles: each change is one transaction with its activity. */
export const makeDashboardEditing = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const tiles = yield* makeTileEditing
  const duplicateTiles = yield* makeTileDuplication
  const deleteInsights = yield* makeInsightDeletion
  const transaction = yield* Transaction

  /** The new dashboard shows what another one shows, or copies of it. */
  const copyTiles = Effect.fnUntraced(
    function*(by: Editing, dashboard: Dashboard, { from, isDuplicated }: CopiedTiles) {
      const source = Option.getOrUndefined(yield* repository.find(dashboard.project_id, from as DashboardId))
      if (source === undefined || source.deleted) {
        const message = `Invalid pk "${from}" - object does not exist.`
        return yield* InvalidInput.at(["use_dashboard"], "does_not_exist", message)
      }
      yield* isDuplicated ? duplicateTiles(by, source, dashboard) : tiles.copy(source, dashboard)
      yield* tiles.copyTexts(source, dashboard)
    }
  )

  const editing = yield* makeEntityEditing(dashboardEntity, repository, {
    missing: () => new DashboardNotFound(),
    blank: ({ made, sent }: NewEdit<Dashboard, NewDashboard>) =>
      new Dashboard({
        ...Struct.omit(sent, ofNew),
        ...made,
        deleted: false,
        creation_mode: sent.use_dashboard === null ? "default" : "duplicate"
      }),
    draft: (edit: Edit<Dashboard, DashboardChanges & Partial<NewDashboard>>) =>
      Effect.succeed({ ...edit, after: withChanges(edit.from, Struct.omit(edit.sent, [...ofNew, ...ofChange])) }),
    link: Effect.fnUntraced(function*(draft) {
      const { before, by, sent } = draft
      if (before === undefined) return draft
      if (sent.tiles !== undefined) yield* tiles.change(by, before, sent.tiles)
      if (sent.deleted === true && sent.delete_insights === true) yield* deleteInsights(by, before)
      return draft
    }),
    follow: ({ after, before, by, sent: { duplicate_tiles: isDuplicated = false, use_dashboard: from = null } }) =>
      before !== undefined || from === null ? Effect.void : copyTiles(by, after, { from, isDuplicated })
  })

  const moveTile = Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
    const from = yield* editing.find(by.project.id, id)
    const { tile, toDashboard } = yield* readTileMove(body)
    yield* tiles.move(from, tile.id, toDashboard)
    return from
  }, transaction.run)

  return { ...editing, moveTile }
})
