import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../entities/Changes.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Dashboard, dashboardEntity, type DashboardId } from "./Dashboard.ts"
import { DashboardNotFound } from "./DashboardErrors.ts"
import { readDashboardChanges, readNewDashboard, readTileMove } from "./DashboardInput.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { makeInsightDeletion } from "./DeleteInsights.ts"
import { makeTileDuplication } from "./DuplicateTiles.ts"
import { makeTileEditing } from "./EditTiles.ts"

/** The dashboard whose tiles are copied, and whether their insights are. */
interface CopiedTiles {
  readonly from: number
  readonly isDuplicated: boolean
}

/** Creates and changes dashboards and their tiles: each change is one transaction with its activity. */
export const makeDashboardEditing = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const tiles = yield* makeTileEditing
  const duplicateTiles = yield* makeTileDuplication
  const deleteInsights = yield* makeInsightDeletion
  const transaction = yield* Transaction
  const { record } = yield* Changes

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

  const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
    const { duplicate_tiles: isDuplicated, use_dashboard: from, use_template: _, ...fields } = yield* readNewDashboard(
      body
    )
    const dashboard = yield* repository.create({
      ...fields,
      project_id: by.project.id,
      deleted: false,
      creation_mode: from === null ? "default" : "duplicate",
      created_by: by.actor === "system" ? null : by.actor.id,
      created_at: yield* DateTime.now
    })
    yield* record(by, dashboardEntity, { after: dashboard })
    if (from !== null) yield* copyTiles(by, dashboard, { from, isDuplicated })
    return dashboard
  }, transaction.run)

  const patch = Effect.fnUntraced(function*(by: Editing, id: DashboardId, body: unknown) {
    const { delete_insights: withInsights, tiles: sent, ...changes } = yield* readDashboardChanges(body)
    const before = Option.getOrUndefined(yield* repository.findForUpdate(by.project.id, id))
    if (before === undefined) return yield* new DashboardNotFound()
    if (sent !== undefined) yield* tiles.change(by, before, sent)
    if (changes.deleted === true && withInsights === true) yield* deleteInsights(by, before)
    if (!differs(before, changes)) return before
    const after = new Dashboard(withChanges<Dashboard>(before, changes))
    yield* repository.update(after)
    yield* record(by, dashboardEntity, { before, after })
    return after
  }, transaction.run)

  const moveTile = Effect.fnUntraced(function*(by: Editing, id: DashboardId, body: unknown) {
    const { tile, toDashboard } = yield* readTileMove(body)
    const from = Option.getOrUndefined(yield* repository.find(by.project.id, id))
    if (from === undefined) return yield* new DashboardNotFound()
    yield* tiles.move(from, tile.id, toDashboard)
    return from
  }, transaction.run)

  return { create, moveTile, patch }
})
