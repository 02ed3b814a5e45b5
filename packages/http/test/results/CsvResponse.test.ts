import { assert, it } from "@effect/vitest"
import { csvResponse } from "@hedgerow/http/results/CsvResponse"
import { Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"

it.effect("an answer of CSV names its type and has the rows of all batches", () =>
  Effect.gen(function*() {
    const answer = HttpServerResponse.toWeb(csvResponse(["a", "b"], Stream.make([[1, "é"]], [], [[2, null]])))
    assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8; header=present")
    assert.strictEqual(yield* Effect.promise(() => answer.text()), "a,b\r\n1,é\r\n2,\r\n")
  }))
