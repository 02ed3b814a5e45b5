import { Context, Effect, type Option } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { SentPicture } from "./DeliveryContent.ts"

/** An answer that is to be drawn. */
export interface AnswerToDraw {
  readonly kind: string
  readonly title: string
  /** The query's node. */
  readonly node: JsonRecord
  readonly answer: JsonRecord
}

/** Draws answers as pictures; what draws them is no part of the core, and without it there are none. */
export class ChartPictures extends Context.Reference<{
  /** Nothing for an answer that cannot be drawn. */
  readonly pictureOf: (drawn: AnswerToDraw) => Effect.Effect<Option.Option<SentPicture>>
}>("@hedgerow/core/subscriptions/ChartPictures", {
  defaultValue: () => ({ pictureOf: () => Effect.succeedNone })
}) {}
