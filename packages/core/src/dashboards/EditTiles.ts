import { DateTime, Effect, Option } from "effect"
import { type Editing, userOf } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { type Dashboard, type DashboardId, DashboardText, DashboardTile } from "./Dashboard.ts"
import type { SentTile } from "./DashboardInput.ts"
import { DashboardRepository } from "./DashboardRepository.ts"
import { DashboardTextRepository } from "./DashboardTextRepository.ts"
import { DashboardTileRepository } from "./DashboardTileRepository.ts"

/** More texts than these are no dashboard. */
const maxTexts = 300

type DashboardKey = Pick<Dashboard, "id" | "project_id">

const unknownTile = (id: number, path: ReadonlyArray<string | number>) =>
  InvalidInput.at(path, "does_not_exist", `Invalid pk "${id}" - object does not exist.`)

/** Changes the tiles of dashboards, insights and texts. Each change is part of a transaction. */
export const makeTileEditing = Effect.gen(function*() {
  const tiles = yield* DashboardTileRepository
  const texts = yield* DashboardTextRepository
  const dashboards = yield* DashboardRepository

  const onDashboard = ({ id }: DashboardKey) => ({ where: is("dashboard_id", id) })

  const addText = Effect.fnUntraced(
    function*(by: Editing, dashboard: DashboardKey, { color = null, layouts = {}, text }: SentTile, index: number) {
      if ((yield* texts.all(dashboard.project_id, onDashboard(dashboard))).length >= maxTexts) {
        const message = `A dashboard has at most ${maxTexts} texts.`
        return yield* InvalidInput.at(["tiles", index], "max_length", message)
      }
      const [who, now] = [userOf(by), yield* DateTime.now]
      yield* texts.create({
        project_id: dashboard.project_id,
        dashboard_id: dashboard.id,
        body: text?.body ?? "",
        layouts,
        color,
        created_by: who,
        created_at: now,
        last_modified_by: who,
        last_modified_at: now
      })
    }
  )

  const changeText = Effect.fnUntraced(function*(by: Editing, before: DashboardText, sent: SentTile) {
    const { deleted, id: _, text, ...placed } = sent
    if (deleted === true) return yield* texts.remove(before.project_id, before.id)
    const changes = { ...placed, ...text === undefined || text === null ? {} : { body: text.body } }
    if (!differs(before, changes)) return
    const modified = {
      last_modified_by: userOf(by),
      last_modified_at: yield* DateTime.now
    }
    yield* texts.update(new DashboardText({ ...withChanges<DashboardText>(before, changes), ...modified }))
  })

  const changeTile = Effect.fnUntraced(function*(before: DashboardTile, sent: SentTile, index: number) {
    const { deleted, id: _, text, ...changes } = sent
    if (text !== undefined && text !== null) {
      return yield* InvalidInput.at(["tiles", index, "text"], "invalid_input", "This tile shows an insight.")
    }
    if (deleted === true) yield* tiles.remove(before.project_id, before.id)
    else if (differs(before, changes)) {
      yield* tiles.update(new DashboardTile(withChanges<DashboardTile>(before, changes)))
    }
  })

  /** Changes the tiles that are named, and adds the texts that have no id. */
  const change = Effect.fnUntraced(function*(by: Editing, dashboard: DashboardKey, sent: ReadonlyArray<SentTile>) {
    const placed = yield* tiles.all(dashboard.project_id, onDashboard(dashboard))
    const written = yield* texts.all(dashboard.project_id, onDashboard(dashboard))
    const tileById = new Map<number, DashboardTile>(placed.map((tile) => [tile.id, tile]))
    const textById = new Map<number, DashboardText>(written.map((text) => [text.id, text]))
    for (const [index, one] of sent.entries()) {
      if (one.id === undefined) yield* addText(by, dashboard, one, index)
      else {
        const [tile, text] = [tileById.get(one.id), textById.get(one.id)]
        if (tile !== undefined) yield* changeTile(tile, one, index)
        else if (text !== undefined) yield* changeText(by, text, one)
        else return yield* unknownTile(one.id, ["tiles", index, "id"])
      }
    }
  })

  /** The new dashboard shows the insights of another one. */
  const copy = Effect.fnUntraced(function*(from: DashboardKey, { id: dashboard_id }: DashboardKey) {
    for (const { id: _, ...tile } of yield* tiles.all(from.project_id, onDashboard(from))) {
      yield* tiles.create({ ...tile, dashboard_id })
    }
  })

  /** The new dashboard has the texts of another one. */
  const copyTexts = Effect.fnUntraced(function*(from: DashboardKey, { id: dashboard_id }: DashboardKey) {
    for (const { id: _, ...text } of yield* texts.all(from.project_id, onDashboard(from))) {
      yield* texts.create({ ...text, dashboard_id })
    }
  })

  const moveTile = Effect.fnUntraced(function*(tile: DashboardTile, to: Dashboard) {
    const there = yield* tiles.all(to.project_id, onDashboard(to))
    if (there.some(({ insight_id }) => insight_id === tile.insight_id)) {
      const message = "The dashboard shows this insight already."
      return yield* InvalidInput.at(["toDashboard"], "unique", message)
    }
    yield* tiles.update(new DashboardTile({ ...tile, dashboard_id: to.id }))
  })

  /** Takes a tile from a dashboard to another one. */
  const move = Effect.fnUntraced(function*(from: DashboardKey, id: number, toDashboard: number) {
    const to = Option.getOrUndefined(yield* dashboards.findForUpdate(from.project_id, toDashboard as DashboardId))
    if (to === undefined || to.deleted) return yield* unknownTile(toDashboard, ["toDashboard"])
    const isMeant = (one: { readonly id: number }) => one.id === id
    const tile = (yield* tiles.all(from.project_id, onDashboard(from))).find(isMeant)
    const text = (yield* texts.all(from.project_id, onDashboard(from))).find(isMeant)
    if (tile === undefined && text === undefined) return yield* unknownTile(id, ["tile", "id"])
    if (to.id === from.id) return
    if (tile !== undefined) yield* moveTile(tile, to)
    if (text !== undefined) yield* texts.update(new DashboardText({ ...text, dashboard_id: to.id }))
  })

  return { change, copy, copyTexts, move }
})
