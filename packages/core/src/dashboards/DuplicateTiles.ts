import { DateTime, Effect } from "effect"
import { Changes, type Editing, userOf } from "../entities/Changes.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Dashboard } from "./Dashboard.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { type Insight, insightEntity } from "./Insight.ts"
import { mostNameLetters } from "./InsightInput.ts"
import { InsightRepository } from "./InsightRepository.ts"
import { makeShortId } from "./ShortId.ts"
import { makeShownTiles } from "./ShownTiles.ts"

type Place = Pick<Dashboard, "id" | "project_id">

/** The most insights that one request duplicates. */
const mostDuplicated = 300

const suffix = " (Copy)"

/** The name of a copy; an insight without a name has a copy without one. */
const copiedName = (name: string): string =>
  name === "" ? "" : `${name.slice(0, mostNameLetters - suffix.length).toWellFormed()}${suffix}`

/** Copies the insights of one dashboard for another one: changes of a copy leave the first insight alone. */
export const makeTileDuplication = Effect.gen(function*() {
  const insights = yield* InsightRepository
  const tiles = yield* DashboardTileRepository
  const shown = yield* makeShownTiles
  const { record } = yield* Changes

  const duplicated = Effect.fnUntraced(function*(by: Editing, insight: Insight) {
    const { id: _, ...fields } = insight
    const [who, now] = [userOf(by), yield* DateTime.now]
    const copy = yield* Effect.orDie(insights.create({
      ...fields,
      short_id: yield* makeShortId,
      name: copiedName(insight.name),
      created_by: who,
      created_at: now,
      last_modified_by: who,
      last_modified_at: now
    }))
    yield* record(by, insightEntity, { after: copy })
    return copy.id
  })

  return Effect.fnUntraced(function*(by: Editing, from: Place, { id: dashboard_id }: Place) {
    const shownThere = yield* shown.ofDashboard(from.project_id, from.id)
    if (shownThere.length > mostDuplicated) {
      const message = `Of a dashboard with more than ${mostDuplicated} insights, these cannot be duplicated.`
      return yield* InvalidInput.at(["duplicate_tiles"], "max_length", message)
    }
    for (const { insight, tile: { id: _, ...tile } } of shownThere) {
      yield* tiles.create({ ...tile, dashboard_id, insight_id: yield* duplicated(by, insight) })
    }
  })
})
