import { Effect, Struct } from "effect"
import type { Editing } from "../entities/Changes.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Dashboard } from "./Dashboard.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"
import { makeInsightEditing } from "./EditInsights.ts"
import type { Insight } from "./Insight.ts"
import { mostNameLetters } from "./InsightInput.ts"
import { makeShownTiles } from "./ShownTiles.ts"

type Place = Pick<Dashboard, "id" | "project_id">

/** The most insights that one request duplicates. */
const mostDuplicated = 300

const copiedFields = ["derived_name", "description", "query", "filters", "tags", "saved", "favorited"] as const

const suffix = " (Copy)"

/** The name of a copy; an insight without a name has a copy without one. */
const copiedName = (name: string): string =>
  name === "" ? "" : `${name.slice(0, mostNameLetters - suffix.length).toWellFormed()}${suffix}`

/** Copies the insights of one dashboard for another one: changes of a copy leave the first insight alone. */
export const makeTileDuplication = Effect.gen(function*() {
  const editing = yield* makeInsightEditing
  const tiles = yield* DashboardTileRepository
  const shown = yield* makeShownTiles

  const duplicated = (by: Editing, insight: Insight) =>
    editing.make(by, { ...Struct.pick(insight, copiedFields), name: copiedName(insight.name), dashboards: [] })

  return Effect.fnUntraced(function*(by: Editing, from: Place, { id: dashboard_id }: Place) {
    const shownThere = yield* shown.ofDashboard(from.project_id, from.id)
    if (shownThere.length > mostDuplicated) {
      const message = `Of a dashboard with more than ${mostDuplicated} insights, these cannot be duplicated.`
      return yield* InvalidInput.at(["duplicate_tiles"], "max_length", message)
    }
    for (const { insight, tile: { id: _, ...tile } } of shownThere) {
      yield* tiles.create({ ...tile, dashboard_id, insight_id: (yield* duplicated(by, insight)).id })
    }
  })
})
