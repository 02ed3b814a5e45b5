import type { AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import { waits } from "@hedgerow/core/query/execution/RefreshMode"
import { readQueryRequest } from "@hedgerow/core/query/QueryRequest"
import { shortJson } from "@hedgerow/core/query/ShortJson"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { lengthOf, type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import { shownText } from "@hedgerow/sql/types/ShownText"
import { runSteps } from "@hedgerow/sql/types/Steps"
import { Effect } from "effect"
import { loadCharts } from "../charts/ChartAnswers.ts"

/**
 * An answer with more characters is read with its texts cut, of which labels show 32; one that is longer even so is not read
 * to be drawn: that is one step of the server's.
 */
const shortAnswer = { whole: 2 * 1024 * 1024, string: 512 }

const tooLong = (path: ReadonlyArray<string>) =>
  InvalidInput.at(path, "too_long", "The answer is too long to be drawn: ask for fewer points or values to cut by.")

/** The text of an answer that is read to be drawn. */
const drawnText = Effect.fnUntraced(function*(text: LongText, path: ReadonlyArray<string>) {
  if (lengthOf(text) <= shortAnswer.whole) return wholeText(text)
  return (yield* runSteps(() => shortJson(text, shortAnswer))) ?? (yield* tooLong(path))
})

/** The settings of the picture, which stand in the node around the query's. */
const chartSettingsOf = (body: unknown, path: ReadonlyArray<string>): JsonRecord => {
  const around = path.slice(0, -1).reduce((node, name) => recordOrEmpty(node[name]), recordOrEmpty(body))
  return recordOrEmpty(around["chartSettings"])
}

/** Reads a request whose answer is to be drawn; a query that cannot be drawn is refused before it is run. */
export const readDrawnRequest = Effect.fnUntraced(function*(kinds: ReadonlyArray<AnswerableKind>, body: unknown) {
  const request = yield* Effect.fromResult(readQueryRequest(kinds, body))
  const { kind, path, refresh } = request
  const { isDrawable } = yield* loadCharts
  if (!isDrawable(kind.kind)) {
    const message = `Answers of ${shownText(kind.kind)} cannot be drawn: ask for application/json.`
    return yield* InvalidInput.at([...path, "kind"], "invalid_choice", message)
  }
  if (!waits(refresh)) {
    const message = `"${refresh}" does not wait for the answer, which a chart does. Leave it out, or use "blocking".`
    return yield* InvalidInput.at(["refresh"], "invalid_choice", message)
  }
  return { ...request, node: { ...request.node, chartSettings: chartSettingsOf(body, path) } }
})

/** The parts of a drawing: an answer, the node that it belongs to, and what the chart is called. */
export interface AnswerToDraw {
  readonly kind: string
  readonly node: Readonly<Record<string, unknown>>
  readonly path: ReadonlyArray<string>
  readonly title: string | undefined
  /** JSON. */
  readonly text: LongText
}

/** The chart of an answer. */
export const chartOf = Effect.fnUntraced(function*({ kind, node, path, text, title }: AnswerToDraw) {
  const { insightChart } = yield* loadCharts
  const answer = recordOrEmpty(JSON.parse(yield* drawnText(text, path)))
  // Reading, measuring and drawing are steps of their own.
  yield* Effect.yieldNow
  const chart = yield* Effect.fromResult(insightChart(kind, { node, answer, title })).pipe(
    Effect.mapError((message) => InvalidInput.at(path, "invalid_input", message))
  )
  yield* Effect.yieldNow
  return chart
})
