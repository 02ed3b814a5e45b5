import { Effect, Struct } from "effect"
import { type Editing, userOf } from "../entities/Changes.ts"
import { type Edit, makeEntityEditing, type NewEdit } from "../entities/EntityEditing.ts"
import { is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { DashboardId } from "./Dashboard.ts"
import { InsightNotFound } from "./DashboardErrors.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { Insight, insightEntity, type InsightId } from "./Insight.ts"
import { type InsightChanges, type NewInsight, readInsightChanges, readNewInsight } from "./InsightInput.ts"
import { InsightRepository } from "./InsightRepository.ts"
import { makeShortId } from "./ShortId.ts"

/** Creates and changes insights, and puts them on dashboards: each change is one transaction with its activity. */
export const makeInsightEditing = Effect.gen(function*() {
  const repository = yield* DashboardRepository
  const insights = yield* InsightRepository
  const tiles = yield* DashboardTileRepository

  const tilesOf = ({ id, project_id }: Insight) => tiles.all(project_id, { where: is("insight_id", id) })

  const requireDashboards = Effect.fnUntraced(function*(project: ProjectId, ids: ReadonlyArray<number>) {
    const found = yield* repository.findMany(project, ids as ReadonlyArray<DashboardId>)
    const known = new Set<number>(found.filter(({ deleted }) => !deleted).map(({ id }) => id))
    const missing = ids.findIndex((id) => !known.has(id))
    if (missing === -1) return
    const message = `Invalid pk "${ids[missing] ?? ""}" - object does not exist.`
    return yield* InvalidInput.at(["dashboards", missing], "does_not_exist", message)
  })

  /** The insight stands on these dashboards and no others, where any are sent; where it is already it stays as it is. */
  const place = Effect.fnUntraced(function*(insight: Insight, ids?: ReadonlyArray<number>) {
    if (ids === undefined) return
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

  const editing = yield* makeEntityEditing(insightEntity, insights, {
    missing: () => new InsightNotFound(),
    blank: ({ made, sent }: NewEdit<Insight, NewInsight>) =>
      new Insight({
        ...Struct.omit(sent, ["dashboards"]),
        ...made,
        short_id: "",
        deleted: false,
        last_modified_by: made.created_by,
        last_modified_at: made.created_at
      }),
    draft: (edit: Edit<Insight, InsightChanges>) =>
      Effect.succeed({ ...edit, after: withChanges(edit.from, Struct.omit(edit.sent, ["dashboards"])) }),
    link: Effect.fnUntraced(function*(draft) {
      const { after, before, sent } = draft
      if (before === undefined) return { ...draft, after: new Insight({ ...after, short_id: yield* makeShortId }) }
      yield* place(before, sent.dashboards)
      return draft
    }),
    stamp: ({ by, now }) => ({ last_modified_by: userOf(by), last_modified_at: now }),
    follow: ({ after, before, sent: { dashboards = [] } }) =>
      before === undefined && dashboards.length > 0 ? place(after, dashboards) : Effect.void
  })

  const withTiles = (insight: Insight) => Effect.map(tilesOf(insight), (tiles) => ({ insight, tiles }))

  return {
    ...editing,
    create: (by: Editing, body: unknown) => Effect.flatMap(editing.create(by, readNewInsight(body)), withTiles),
    update: (by: Editing, id: InsightId, body: unknown) =>
      Effect.flatMap(editing.update(by, id, () => readInsightChanges(body)), withTiles)
  }
})
