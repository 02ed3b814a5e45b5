import { type AnswerToDraw, ChartPictures } from "@hedgerow/core/subscriptions/ChartPictures"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/encoding/Base64"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { Worker } from "node:worker_threads"
import { findPictureWorker, pictureFiles } from "./PictureFiles.ts"
import type { PictureTask } from "./PictureTask.ts"

/** Screens of mail readers have two pixels for each of a page. */
const zoom = 2

/** A picture takes a part of a second, on a busy machine some; what takes longer is broken. */
const longest = "2 minutes"

class PictureFailed extends Data.TaggedError("PictureFailed")<{ readonly cause: unknown }> {}

const failed = (cause: unknown) => Effect.fail(new PictureFailed({ cause }))

const startWorker = (svg: string) =>
  Effect.suspend(() => {
    const program = findPictureWorker()
    const workerData: PictureTask = { svg, zoom, ...pictureFiles() }
    return program === undefined
      ? failed(new Error("The program that makes pictures is missing."))
      : Effect.sync(() => new Worker(program, { workerData }))
  })

const answerOf = (worker: Worker) =>
  Effect.callback<Uint8Array, PictureFailed>((resume) => {
    worker.once("message", (png: Uint8Array) => resume(Effect.succeed(png)))
    worker.once("error", (cause) => resume(failed(cause)))
    worker.once("exit", (code) => resume(failed(new Error(`The thread ended with ${code}.`))))
  })

/** An SVG as PNG. */
export const pngOf = (svg: string): Effect.Effect<Uint8Array, PictureFailed> =>
  Effect.acquireUseRelease(
    startWorker(svg),
    (worker) =>
      Effect.timeoutOrElse(answerOf(worker), {
        duration: longest,
        orElse: () => failed(new Error(`There was no picture within ${longest}.`))
      }),
    (worker) => Effect.promise(() => worker.terminate())
  )

const draw = Effect.fnUntraced(function*({ answer, kind, node, title }: AnswerToDraw) {
  // Loaded when the first picture is made: a server without subscriptions has no use for it.
  const { drawSvg, insightChart } = yield* Effect.promise(() => import("@hedgerow/charts"))
  const found = insightChart(kind, { title, node, answer })
  if (Result.isFailure(found)) return Option.none()
  const { description, height, width } = found.success
  // The title stands above the picture.
  const png = yield* pngOf(yield* drawSvg({ ...found.success, title: "" }))
  return Option.some({ png: Encoding.encode(png), width, height, alt: description })
})

/** Draws charts as pictures, one at a time. One that fails is left out: its numbers are sent all the same. */
export const layer: Layer.Layer<never> = Layer.effect(
  ChartPictures,
  Effect.gen(function*() {
    const turns = yield* Semaphore.make(1)
    return {
      pictureOf: Effect.fn("Pictures.pictureOf")((drawn: AnswerToDraw) =>
        draw(drawn).pipe(
          turns.withPermits(1),
          Effect.catchCause((cause) => Effect.as(Effect.logWarning("A chart was not drawn", cause), Option.none()))
        )
      )
    }
  })
)
