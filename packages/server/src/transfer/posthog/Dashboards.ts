import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import type { Copying } from "./Copying.ts"
import type { KindSteps } from "./KindSteps.ts"
import type { Ledger } from "./Ledger.ts"
import { ask } from "./ProjectApi.ts"
import type { SourceRecord } from "./ReadProject.ts"
import { textOf } from "./RecordKinds.ts"
import type { Outcome } from "./Report.ts"

const tilesOf = ({ tiles }: JsonRecord): ReadonlyArray<JsonRecord> =>
  Array.isArray(tiles) ? tiles.filter(isJsonRecord).filter(({ deleted }) => deleted !== true) : []

const insightOf = ({ insight }: JsonRecord): JsonRecord | undefined => isJsonRecord(insight) ? insight : undefined

const bodyOfText = ({ text }: JsonRecord): unknown => isJsonRecord(text) ? text["body"] : undefined

const isPlaced = ({ layouts }: JsonRecord): boolean => isJsonRecord(layouts) && Object.keys(layouts).length > 0

const titles = (dashboard: JsonRecord): ReadonlySet<string> =>
  new Set(
    tilesOf(dashboard).flatMap((tile) => {
      const insight = insightOf(tile)
      return insight === undefined ? [] : [textOf(insight["name"]) || textOf(insight["derived_name"])]
    })
  )

/** Whether a dashboard is as a run leaves it that was ended: no texts, no places, no insights but the source's. */
const isUnfinished = (there: JsonRecord, from: JsonRecord): boolean =>
  tilesOf(there).every((tile) => bodyOfText(tile) === undefined && !isPlaced(tile))
  && [...titles(there)].every((title) => titles(from).has(title))

/**
 * A dashboard takes insights, texts and places of the source where this run made it, or where an earlier run was ended
 * before it did so. Any other one of its name stays as it is.
 */
export const dashboardSteps: KindSteps = {
  made: ({ id, record: { variables } }, _made, { openDashboards }) =>
    Effect.sync(() => {
      openDashboards.add(id)
      return isJsonRecord(variables) && Object.keys(variables).length > 0 ? "without its variables" : undefined
    }),
  found: ({ id, record }, there, { openDashboards }) =>
    Effect.sync(() => {
      if (isUnfinished(there, record)) openDashboards.add(id)
      return undefined
    })
}

/** The changes that give the tiles of a copy their places and texts. Tiles that have a place keep it. */
const changesOf = (from: JsonRecord, to: JsonRecord, ledger: Ledger): ReadonlyArray<JsonRecord> => {
  const there = tilesOf(to)
  const texts = new Set(there.map(bodyOfText))
  return tilesOf(from).flatMap((tile): ReadonlyArray<JsonRecord> => {
    const placed = { ...(isPlaced(tile) ? { layouts: tile["layouts"] } : undefined), color: tile["color"] ?? null }
    const text = bodyOfText(tile)
    if (typeof text === "string") return texts.has(text) ? [] : [{ text: { body: text }, ...placed }]
    const insight = ledger.entry("insights", String(insightOf(tile)?.["id"]))?.id
    const same = insight === undefined ? undefined : there.find((one) => insightOf(one)?.["id"] === insight)
    return same === undefined || isPlaced(same) || !isPlaced(tile) ? [] : [{ id: same["id"], ...placed }]
  })
}

const copyTilesOf = Effect.fnUntraced(
  function*({ id, name, record }: SourceRecord, { ledger, place }: Copying) {
    const path = `dashboards/${String(ledger.entry("dashboards", id)?.id)}/`
    const tiles = changesOf(record, yield* ask(place.work, "GET", path), ledger)
    if (tiles.length === 0) return []
    yield* ask(place.work, "PATCH", path, { tiles })
    return [{ what: "places of tiles", name, outcome: "made" }] satisfies ReadonlyArray<Outcome>
  },
  (effect, { name }) =>
    Effect.catchTag(
      effect,
      "AnswerRefused",
      ({ reason }) =>
        Effect.succeed<ReadonlyArray<Outcome>>([{ what: "places of tiles", name, outcome: "left out", note: reason }])
    )
)

/** Gives copied dashboards the texts and the places of their tiles. */
export const copyTiles = Effect.fnUntraced(function*(copying: Copying) {
  const open = copying.records.filter(({ id, kind }) => kind.name === "dashboards" && copying.openDashboards.has(id))
  for (const one of open) copying.ledger.tell(...yield* copyTilesOf(one, copying))
})
