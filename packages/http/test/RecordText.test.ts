import { assert, it } from "@effect/vitest"
import { recordText } from "@hedgerow/http/dashboards/RecordText"
import { cutTexts, pieceChars } from "@hedgerow/http/requests/JsonPieces"
import { Effect, Fiber, Stream } from "effect"

it.effect("others go on between the tiles of a large dashboard", () =>
  Effect.gen(function*() {
    let turns = 0
    const others = yield* Effect.forkChild(
      Effect.forever(Effect.andThen(Effect.yieldNow, Effect.sync(() => turns++)))
    )
    const tile = { result: Array.from({ length: 20_000 }, (_, index) => index) }
    const response = yield* recordText({ id: 1, none: undefined, tiles: Array.from({ length: 30 }, () => tile) })
    yield* Fiber.interrupt(others)
    assert.isAtLeast(turns, 5)
    const text = response.body._tag === "Uint8Array" ? new TextDecoder().decode(response.body.body) : ""
    const read: unknown = JSON.parse(text)
    assert.deepStrictEqual(read, { id: 1, tiles: Array.from({ length: 30 }, () => tile) })
  }))

it.effect("a long dashboard leaves in pieces, and a character is never cut in two", () =>
  Effect.gen(function*() {
    const tile = { result: `${"x".repeat(pieceChars - 30)}${"\u{1F600}".repeat(pieceChars)}` }
    const record = { id: 1, tiles: Array.from({ length: 8 }, () => tile) }
    const response = yield* recordText(record, 201)
    assert.strictEqual(response.status, 201)
    assert.strictEqual(response.body._tag, "Stream")
    if (response.body._tag !== "Stream") return
    const pieces = yield* Stream.runCollect(response.body.stream)
    for (const { length } of pieces) assert.isAtMost(length, 2 * pieceChars)
    assert.strictEqual(Buffer.concat(pieces).toString("utf8"), JSON.stringify(record))
  }))

it("texts are cut where they are too long, and joined are what they were", () => {
  for (
    const text of ["", "x", "x".repeat(pieceChars), "x".repeat(pieceChars + 1), `y${"\u{1F600}".repeat(pieceChars)}`]
  ) {
    const pieces = [...cutTexts(["a", text])]
    assert.strictEqual(pieces.join(""), `a${text}`)
    assert.isTrue(pieces.every((piece) => piece.length <= pieceChars && piece.isWellFormed()))
  }
})
