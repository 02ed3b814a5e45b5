import { DateTime, Effect, Option } from "effect"
import { Changes, type Editing } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { DashboardId } from "./Dashboard.ts"
import { InsightNotFound } from "./DashboardErrors.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { Insight, insightEntity, type InsightId } from "./Insight.ts"
import { readInsightChanges, readNewInsight } from "./InsightInput.ts"
import { InsightRepository } from "./InsightRepository.ts"
import { makeShortId } from "./ShortId.ts"

const userOf = ({ actor }: Editing) => actor === "system" ? null : actor.id

/** Creates and changes insights, and puts them on dashboards: each change is one transaction with its activity. */
export const makeInsightEditing = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const insights = yield* InsightRepository
  const tiles = yield* DashboardTileRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes

  const tilesOf = ({ id, project_id }: Insight) => tiles.all(project_id, { where: is("insight_id", id) })

  const requireDashboards = Effect.fnUntraced(function*(project: ProjectId, ids: ReadonlyArray<number>) {
    const found = yield* repository.findMany(project, ids as ReadonlyArray<DashboardId>)
    const known = new Set<number>(found.filter(({ deleted }) => !deleted).map(({ id }) => id))
    const missing = ids.findIndex((id) => !known.has(id))
    if (missing === -1) return
    const message = `Invalid pk "${ids[missing] ?? ""}" - object does not exist.`
    return yield* InvalidInput.at(["dashboards", missing], "does_not_exist", message)
  })

  /** The insight stands on these dashboards and no others; where it is already it stays as it is. */
  const place = Effect.fnUntraced(function*(insight: Insight, ids: ReadonlyArray<number>) {
    const placed = yield* tilesOf(insight)
    const present = new Set<number>(placed.map(({ dashboard_id }) => dashboard_id))
    const added = ids.filter((id) => !present.has(id))
    yield* requireDashboards(insight.project_id, added)
    const removed = placed.filter(({ dashboard_id }) => !ids.includes(dashboard_id))
    yield* Effect.forEach(removed, ({ id }) => tiles.remove(insight.project_id, id), { discard: true })
    for (const id of added) {
      yield* tiles.create({
        project_id: insight.project_id,
        dashboard_id: id as DashboardId,
        insight_id: insight.id,
        layouts: {},
        color: null
      })
    }
  })

  const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
    const { dashboards, ...fields } = yield* readNewInsight(body)
    const now = yield* DateTime.now
    const insight = yield* Effect.orDie(insights.create({
      ...fields,
      project_id: by.project.id,
      short_id: yield* makeShortId,
      deleted: false,
      created_by: userOf(by),
      created_at: now,
      last_modified_by: userOf(by),
      last_modified_at: now
    }))
    yield* place(insight, dashboards)
    yield* record(by, insightEntity, { after: insight })
    return { insight, tiles: yield* tilesOf(insight) }
  }, transaction.run)

  const patch = Effect.fnUntraced(function*(by: Editing, id: InsightId, body: unknown) {
    const { dashboards, ...changes } = yield* readInsightChanges(body)
    const before = Option.getOrUndefined(yield* insights.findForUpdate(by.project.id, id))
    if (before === undefined) return yield* new InsightNotFound()
    if (dashboards !== undefined) yield* place(before, dashboards)
    if (!differs(before, changes)) return { insight: before, tiles: yield* tilesOf(before) }
    const after = new Insight({
      ...withChanges<Insight>(before, changes),
      last_modified_by: userOf(by),
      last_modified_at: yield* DateTime.now
    })
    yield* Effect.orDie(insights.update(after))
    yield* record(by, insightEntity, { before, after })
    return { insight: after, tiles: yield* tilesOf(after) }
  }, transaction.run)

  return { create, patch }
})
