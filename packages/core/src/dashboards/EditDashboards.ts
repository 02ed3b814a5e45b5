import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { Dashboard, dashboardEntity, type DashboardId, DashboardTile } from "./Dashboard.ts"
import { DashboardNotFound } from "./DashboardErrors.ts"
import { readDashboardChanges, readNewDashboard, type SentTile } from "./DashboardInput.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"

/** How dashboards are made and changed, their tiles included: each change is one transaction with its activity. */
export const makeDashboardEditing = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const tiles = yield* DashboardTileRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes

  const tilesOf = ({ id, project_id }: Pick<Dashboard, "id" | "project_id">) =>
    tiles.all(project_id, { where: is("dashboard_id", id) })

  /** The new dashboard shows what another one shows. */
  const copyTiles = Effect.fnUntraced(function*(dashboard: Dashboard, from: number) {
    const source = Option.getOrUndefined(yield* repository.find(dashboard.project_id, from as DashboardId))
    if (source === undefined || source.deleted) {
      const message = `Invalid pk "${from}" - object does not exist.`
      return yield* InvalidInput.at(["use_dashboard"], "does_not_exist", message)
    }
    for (const { color, insight_id, layouts, project_id } of yield* tilesOf(source)) {
      yield* tiles.create({ project_id, dashboard_id: dashboard.id, insight_id, layouts, color })
    }
  })

  const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
    const { use_dashboard: source, ...fields } = yield* readNewDashboard(body)
    const dashboard = yield* repository.create({
      ...fields,
      project_id: by.project.id,
      deleted: false,
      creation_mode: source === null ? "default" : "duplicate",
      created_by: by.actor === "system" ? null : by.actor.id,
      created_at: yield* DateTime.now
    })
    if (source !== null) yield* copyTiles(dashboard, source)
    yield* record(by, dashboardEntity, { after: dashboard })
    return dashboard
  }, transaction.run)

  const changeTiles = Effect.fnUntraced(function*(dashboard: Dashboard, sent: ReadonlyArray<SentTile>) {
    const known = new Map<number, DashboardTile>((yield* tilesOf(dashboard)).map((tile) => [tile.id, tile]))
    for (const [place, { deleted, id, ...changes }] of sent.entries()) {
      const before = known.get(id)
      if (before === undefined) {
        const message = `Invalid pk "${id}" - object does not exist.`
        return yield* InvalidInput.at(["tiles", place, "id"], "does_not_exist", message)
      }
      if (deleted === true) yield* tiles.remove(dashboard.project_id, before.id)
      else if (differs(before, changes)) {
        yield* tiles.update(new DashboardTile(withChanges<DashboardTile>(before, changes)))
      }
    }
  })

  const patch = Effect.fnUntraced(function*(by: Editing, id: DashboardId, body: unknown) {
    const { tiles: sent, ...changes } = yield* readDashboardChanges(body)
    const before = Option.getOrUndefined(yield* repository.findForUpdate(by.project.id, id))
    if (before === undefined) return yield* new DashboardNotFound()
    if (sent !== undefined) yield* changeTiles(before, sent)
    if (!differs(before, changes)) return before
    const after = new Dashboard(withChanges<Dashboard>(before, changes))
    yield* repository.update(after)
    yield* record(by, dashboardEntity, { before, after })
    return after
  }, transaction.run)

  return { create, patch }
})
