import { assert, describe, it } from "@effect/vitest"
import { type ExampleInsight, exampleInsights } from "@hedgerow/charts/documents/ExampleInsights"
import { ChartPictures } from "@hedgerow/core/subscriptions/ChartPictures"
import * as Pictures from "@hedgerow/server/pictures/Pictures"
import { Effect, Option } from "effect"
import { PNG } from "pngjs"

/** A machine that is busy is no failure. */
const patience = 300_000

const drawn = (one: ExampleInsight) =>
  Effect.flatMap(ChartPictures, ({ pictureOf }) => pictureOf(one)).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.provide(Pictures.layer)
  )

const coloursOf = ({ data }: PNG): ReadonlyMap<number, number> => {
  const colours = new Map<number, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.readUInt32BE(at)
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  return colours
}

/** The part of the pixels in rows from one to another that are not white. */
const inked = ({ data, width }: PNG, from: number, to: number): number => {
  let found = 0
  for (let at = from * width * 4; at < to * width * 4; at += 4) if (data.readUInt32BE(at) !== 0xffffffff) found += 1
  return found / ((to - from) * width)
}

describe("a picture of a chart", () => {
  it.live.each(["trends-lines", "funnel", "retention", "paths"])(
    "of %s is a PNG with letters and colours",
    (name) =>
      Effect.gen(function*() {
        const example = exampleInsights[name]
        if (example === undefined) return assert.fail(`There is no example ${name}.`)
        const { alt, height, png, width } = yield* drawn(example)
        const image = PNG.sync.read(Buffer.from(png, "base64"))
        assert.deepStrictEqual([image.width, image.height], [2 * width, 2 * height])
        const colours = coloursOf(image)
        assert.isAbove(colours.size, 50)
        // It is light: most of it is the paper's white, and nothing shines through.
        assert.isAbove((colours.get(0xffffffff) ?? 0) / (image.width * image.height), 0.4)
        assert.isTrue([...colours.keys()].every((colour) => (colour & 0xff) === 0xff))
        assert.isNotEmpty(alt)
      }),
    patience
  )

  it.live("has letters without any font of the machine", () =>
    Effect.gen(function*() {
      const letters = (text: string) =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text y="30" font-size="24" `
        + `font-family="system-ui, -apple-system, Segoe UI, sans-serif">${text}</text></svg>`
      const image = PNG.sync.read(Buffer.from(yield* Pictures.pngOf(letters("Žluťoučký Ω Ж"))))
      assert.isAbove(inked(image, 0, image.height), 0.02)
      const empty = PNG.sync.read(Buffer.from(yield* Pictures.pngOf(letters(""))))
      assert.strictEqual(inked(empty, 0, empty.height), 0)
    }), patience)

  it.live("is left out where there is none, and where the drawing fails", () =>
    Effect.gen(function*() {
      const { pictureOf } = yield* ChartPictures
      const none = yield* pictureOf({ kind: "EventsQuery", title: "", node: {}, answer: {} })
      assert.isTrue(Option.isNone(none))
      assert.strictEqual((yield* Effect.flip(Pictures.pngOf("<svg")))._tag, "PictureFailed")
    }).pipe(Effect.provide(Pictures.layer)), patience)
})
