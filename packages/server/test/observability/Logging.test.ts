import { assert, describe, it } from "@effect/vitest"
import * as Logging from "@hedgerow/server/observability/Logging"
import { Cause, Effect, Option, Schema, Tracer } from "effect"
import { TestConsole } from "effect/testing"

const key = `phx_${"0aZ".repeat(14)}q`

/** The lines that a program writes to standard error. */
const written = (format: "json" | "pretty", program: Effect.Effect<void>) =>
  Effect.gen(function*() {
    yield* program.pipe(Effect.provide(Logging.layer(Option.some(format), "Debug")))
    assert.deepStrictEqual(yield* TestConsole.logLines, [], "standard output stays free")
    return (yield* TestConsole.errorLines).map(String)
  }).pipe(Effect.provide(TestConsole.layer))

const parse = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? "") as Record<string, unknown>

describe("json", () => {
  it.effect("is one line an entry with its facts", () =>
    Effect.gen(function*() {
      const span = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16) })
      const lines = yield* written(
        "json",
        Effect.logInfo("It went", "well\n", { n: 1 }).pipe(
          Effect.annotateLogs({ requestId: "r1", status: 200 }),
          Effect.withParentSpan(span)
        )
      )
      assert.deepStrictEqual(lines.map(parse), [{
        time: "1970-01-01T00:00:00.000Z",
        level: "info",
        message: "It went well\n {\"n\":1}",
        request_id: "r1",
        trace_id: "a".repeat(32),
        span_id: "b".repeat(16),
        annotations: { status: 200 }
      }])
    }))

  it.effect("names no span of a switched-off tracer, but the client's around it", () =>
    Effect.gen(function*() {
      const log = Effect.withSpan(Effect.logInfo("Done"), "inner").pipe(Effect.withTracerEnabled(false))
      const client = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16) })
      const lines = yield* written("json", Effect.andThen(log, Effect.withParentSpan(log, client)))
      const ids = lines.map(parse).map((entry) => [entry["trace_id"], entry["span_id"]])
      assert.deepStrictEqual(ids, [[undefined, undefined], ["a".repeat(32), "b".repeat(16)]])
    }))

  it.effect("puts causes and errors with their stacks into cause", () =>
    Effect.gen(function*() {
      const lines = yield* written(
        "json",
        Effect.andThen(
          Effect.logError("Broke", Cause.die(new Error("inner"))),
          Effect.logWarning("Odd", new RangeError("outer"))
        )
      )
      const [broke, odd] = lines.map(parse)
      assert.strictEqual(broke?.["message"], "Broke")
      assert.match(String(broke?.["cause"]), /^Error: inner\n +at /)
      assert.deepStrictEqual([odd?.["message"], odd?.["level"]], ["Odd", "warn"])
      assert.match(String(odd?.["cause"]), /RangeError: outer\n +at /)
    }))

  it.effect("leaves out entries below the level", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* written("json", Effect.logTrace("quiet")), [])
    }))
})

describe("pretty", () => {
  it.effect("is readable, and no text can forge another entry", () =>
    Effect.gen(function*() {
      const lines = yield* written(
        "pretty",
        Effect.logWarning("Slow\n12:00:00.000 INFO  forged \u001b[2J").pipe(
          Effect.annotateLogs({ requestId: "r1", path: "/a b", note: "x\u0007", n: 2 })
        )
      )
      assert.deepStrictEqual(lines, [
        "00:00:00.000 WARN  Slow\\n12:00:00.000 INFO  forged \\x1b[2J path=\"/a b\" note=x\\x07 n=2 request_id=r1"
      ])
    }))

  it.effect("indents the cause", () =>
    Effect.gen(function*() {
      const [line = ""] = yield* written("pretty", Effect.logError("Broke", Cause.fail("why")))
      assert.match(line, /^00:00:00\.000 ERROR Broke\n {4}Error: why/)
    }))
})

const Leaf = Schema.Union([Schema.String, Schema.Int, Schema.Null])
const Place = Schema.Struct({
  before: Schema.String,
  after: Schema.String,
  name: Schema.String,
  path: Schema.Array(Schema.Literals(["list", "field", "map", "error", "json", "cause", "name"])).check(
    Schema.isMaxLength(4)
  ),
  others: Schema.Array(Leaf).check(Schema.isMaxLength(3))
})

/** A value as a text that still holds what is buried in it; a generated object may have a `toString` that is none. */
const textOf = (value: unknown): string => typeof value === "string" ? value : JSON.stringify(value)

/** Buries a text in a value. */
const bury = ({ before, after, name, others, path }: typeof Place.Type): unknown =>
  path.reduce<unknown>((value, step) => {
    switch (step) {
      case "list":
        return [...others, value]
      case "field":
        return { [name]: value, others }
      case "map":
        return new Map([[name, value]])
      case "error":
        return new Error(textOf(value), { cause: value })
      case "json":
        return JSON.stringify(value)
      case "cause":
        return { cause: Cause.die(value) }
      case "name":
        return { [textOf(value)]: others }
    }
  }, `${before}${key}${after}`)

for (const format of ["json", "pretty"] as const) {
  it.effect.prop(`${format} never shows a key, wherever it is`, [Place], ([place]) =>
    Effect.gen(function*() {
      const value = bury(place)
      const error = new Error(`${place.before}${key}`, { cause: value })
      const lines = yield* written(
        format,
        Effect.logInfo(value, error).pipe(
          Effect.andThen(Effect.logError(`${place.before}${key}`, Cause.die(error))),
          Effect.andThen(Effect.logError("failed", Cause.fail(value))),
          Effect.annotateLogs({ [place.name]: value, value, [`${place.before}${key}`]: 1 })
        )
      )
      assert.strictEqual(lines.length, 3)
      for (const line of lines) {
        assert.notInclude(line, key)
        assert.notInclude(line, key.slice(4, -4))
        if (format === "json") parse(line)
      }
    }))
}
