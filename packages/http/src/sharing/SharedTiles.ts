import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import type { Dashboard } from "@hedgerow/core/dashboards/Dashboard"
import { drawnNode } from "@hedgerow/core/dashboards/DrawnInsight"
import type { Insight } from "@hedgerow/core/dashboards/Insight"
import { queryKindOf } from "@hedgerow/core/dashboards/InsightKind"
import { InsightResults } from "@hedgerow/core/dashboards/InsightResults"
import { propertyTypesOf } from "@hedgerow/core/definitions/PropertyTypesRealm"
import type { Project } from "@hedgerow/core/identity/Project"
import { failureText } from "@hedgerow/core/query/execution/QueryFailureText"
import { jsonMembers } from "@hedgerow/core/query/JsonMembers"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { type AnswerNumbers, numbersOf } from "@hedgerow/core/subscriptions/AnswerTable"
import { lengthOf, type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Cache, Effect, Equal, Fiber, Hash, Option, Result } from "effect"
import { loadCharts } from "../charts/ChartAnswers.ts"
import { chartOf } from "../query/DrawnAnswer.ts"

/** A chart as a page shows it. */
export interface TilePicture {
  readonly svg: string
  /** The chart in words. */
  readonly alt: string
  readonly width: number
  readonly height: number
}

/** What a page shows of an insight. */
export interface TileContent extends AnswerNumbers {
  readonly picture: TilePicture | null
  /** The time at which the numbers were computed, in ISO 8601. */
  readonly computedAt: string | null
  /** The reason for which there are no numbers; it quotes nothing of the query. */
  readonly fault: string | null
}

/** An insight on a dashboard whose filters count. */
interface AskedTile {
  readonly project: Project
  readonly dashboard: Dashboard
  readonly insight: Insight
}

/** Everything that decides what is shown of an insight: the versions change with definitions, and with each deletion of data. */
const digestOf = ({ dashboard, insight, project }: AskedTile, versions: ReadonlyArray<number>): string =>
  bytesToHex(sha256(utf8ToBytes(JSON.stringify([
    project.id,
    isoText(project.updated_at),
    versions,
    dashboard.filters,
    insight.id,
    insight.name,
    insight.query
  ]))))

class TileKey implements Equal.Equal {
  readonly asked: AskedTile
  readonly digest: string
  constructor(asked: AskedTile, versions: ReadonlyArray<number>) {
    this.asked = asked
    this.digest = digestOf(asked, versions)
  }
  [Equal.symbol](that: Equal.Equal): boolean {
    return that instanceof TileKey && that.digest === this.digest
  }
  [Hash.symbol](): number {
    return Hash.string(this.digest)
  }
}

/** The longest answer whose numbers stand in a table: to read a longer one would hold up others. */
const longestAnswer = 2 * 1024 * 1024

/** The number of insights whose pictures are kept at most. */
const mostKept = 200

const without = (fault: string): TileContent => ({
  headline: null,
  table: null,
  picture: null,
  computedAt: null,
  fault
})

/** The time in an answer at which it was computed. */
const computedAt = Effect.fnUntraced(function*(text: LongText) {
  const found = (yield* runSteps(() => jsonMembers(text))).get("last_refresh")
  const value: unknown = found === undefined ? null : JSON.parse(wholeText(found))
  return typeof value === "string" ? value : null
})

const pictureOf = Effect.fnUntraced(function*({ query }: Insight, kind: string, text: LongText) {
  const { drawSvg, isDrawable } = yield* loadCharts
  if (!isDrawable(kind)) return null
  const chart = yield* chartOf({ kind, node: drawnNode(query), path: [], title: "", text })
  const { description: alt, height, width } = chart
  // The name stands above the picture.
  const picture: TilePicture = { svg: yield* drawSvg({ ...chart, title: "" }), alt, width, height }
  return picture
})

const shown = Effect.fnUntraced(function*({ insight }: AskedTile, text: LongText) {
  const kind = queryKindOf(insight.query) ?? ""
  const numbers = lengthOf(text) > longestAnswer
    ? { headline: null, table: null }
    : numbersOf(kind, recordOrEmpty(JSON.parse(wholeText(text))))
  // One number says as much as its picture; an answer that cannot be drawn has its numbers alone.
  const picture = numbers.headline === null
    ? Option.getOrNull(yield* Effect.option(pictureOf(insight, kind, text)))
    : null
  const isEmpty = numbers.headline === null && numbers.table === null && picture === null
  const content: TileContent = {
    ...numbers,
    picture,
    computedAt: yield* computedAt(text),
    fault: isEmpty ? "There are no numbers to show." : null
  }
  return content
})

const later = "This is not computed right now. Load the page again a little later."

/**
 * Makes what pages show of insights. An answer that is kept and fresh is taken, as for who reads the dashboard; otherwise one
 * is computed within the limits of the project. What was begun for one visitor goes on without them, and everybody who
 * comes within a minute gets it, failures too. The server holds that of the last 200 tiles.
 */
export const makeSharedTiles = Effect.gen(function*() {
  const results = yield* InsightResults
  const definitions = yield* DefinitionsVersions
  const scope = yield* Effect.scope

  const content = Effect.fnUntraced(function*(asked: AskedTile) {
    const { dashboard: on, insight, project } = asked
    const asking = { project, user: null, endpoint: "/shared/{token}/" }
    const found = yield* Effect.result(results.of(asking, insight, { refresh: "blocking", on }))
    if (Result.isFailure(found)) {
      return without(failureText(found.failure).retryable ? later : "This cannot be computed.")
    }
    return found.success === undefined
      ? without("There are no numbers to show.")
      : yield* shown(asked, found.success)
  }, Effect.scoped)

  /** A tile that breaks says so, and leaves the others of its page as they are. */
  const contained = (asked: AskedTile) =>
    Effect.catchDefect(
      content(asked),
      (defect) => Effect.as(Effect.logError("A tile of a shared dashboard could not be shown", defect), without(later))
    )

  const running = yield* Cache.make({
    capacity: mostKept,
    timeToLive: "1 minute",
    lookup: ({ asked }: TileKey) => Effect.forkIn(contained(asked), scope)
  })

  return Effect.fnUntraced(function*(asked: AskedTile) {
    const { id } = asked.project
    const versions = yield* Effect.forEach([id, propertyTypesOf(id)], (realm) => definitions.current(realm))
    return yield* Fiber.join(yield* Cache.get(running, new TileKey(asked, versions)))
  })
})
