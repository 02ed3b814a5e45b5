import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import type { CopiedIds } from "./CopyRecords.ts"
import { detailOf, type ProjectApi } from "./ProjectApi.ts"
import type { Outcome } from "./Report.ts"

const tilesOf = (dashboard: unknown): ReadonlyArray<JsonRecord> => {
  const tiles = isJsonRecord(dashboard) ? dashboard["tiles"] : undefined
  return Array.isArray(tiles) ? tiles.filter(isJsonRecord).filter(({ deleted }) => deleted !== true) : []
}

const insightOf = ({ insight }: JsonRecord): unknown => isJsonRecord(insight) ? insight["id"] : undefined

const textOf = ({ text }: JsonRecord): unknown => isJsonRecord(text) ? text["body"] : undefined

const isPlaced = ({ layouts }: JsonRecord): boolean => isJsonRecord(layouts) && Object.keys(layouts).length > 0

/** The changes that give the tiles of a copy their places and texts. Tiles that have a place keep it. */
const changesOf = (
  from: ReadonlyArray<JsonRecord>,
  to: ReadonlyArray<JsonRecord>,
  insightAt: (id: string) => number | string | undefined
): ReadonlyArray<JsonRecord> => {
  const texts = new Set(to.map(textOf))
  return from.flatMap((tile): ReadonlyArray<JsonRecord> => {
    const placed = { ...(isPlaced(tile) ? { layouts: tile["layouts"] } : undefined), color: tile["color"] ?? null }
    const text = textOf(tile)
    if (typeof text === "string") return texts.has(text) ? [] : [{ text: { body: text }, ...placed }]
    const insight = insightAt(String(insightOf(tile)))
    const there = insight === undefined ? undefined : to.find((one) => insightOf(one) === insight)
    return there === undefined || isPlaced(there) || !isPlaced(tile) ? [] : [{ id: there["id"], ...placed }]
  })
}

/** Gives copied dashboards the texts and the places of their tiles. */
export const copyTiles = Effect.fnUntraced(function*(source: ProjectApi, target: ProjectApi, ids: CopiedIds) {
  const outcomes: Array<Outcome> = []
  for (const [from, to] of ids.get("dashboards") ?? []) {
    if (to === undefined) continue
    const dashboard = yield* source.send("GET", `dashboards/${from}/`)
    const there = yield* target.send("GET", `dashboards/${to}/`)
    const tiles = changesOf(tilesOf(dashboard.body), tilesOf(there.body), (id) => ids.get("insights")?.get(id))
    if (tiles.length === 0) continue
    const name = isJsonRecord(there.body) ? String(there.body["name"]) : from
    const answer = yield* target.send("PATCH", `dashboards/${to}/`, { tiles })
    outcomes.push(
      answer.status < 300
        ? { what: "places of tiles", name, outcome: "made" }
        : { what: "places of tiles", name, outcome: "left out", note: detailOf(answer) }
    )
  }
  return outcomes
})
