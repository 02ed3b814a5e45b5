import { assert, it } from "@effect/vitest"
import { apiName, handlerGroup } from "@hedgerow/http/endpoints/HandlerGroup"
import { Cause, Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import {
  HttpApi,
  HttpApiBuilder,
  HttpApiEndpoint,
  HttpApiError,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSecurity
} from "effect/http-api"

class Greeting extends Context.Service<Greeting, string>()("@hedgerow/http/test/HandlerGroup.test/Greeting") {}

class Caller extends Context.Service<Caller, string>()("@hedgerow/http/test/HandlerGroup.test/Caller") {}

class Gate extends HttpApiMiddleware.Service<Gate, { provides: Caller }>()("test/Gate") {}

class OtherGate extends HttpApiMiddleware.Service<OtherGate>()("test/OtherGate") {}

class Loudness extends Context.Reference<string>("test/Loudness", { defaultValue: () => "." }) {}

const Greetings = HttpApiGroup.make("greetings")
  .add(HttpApiEndpoint.get("greet", "/greet", { success: Schema.Array(Schema.String) }))
  .middleware(Gate)

const Others = HttpApiGroup.make("others").add(HttpApiEndpoint.get("other", "/other")).middleware(OtherGate)

const Api = HttpApi.make(apiName).add(Greetings, Others)

/** Says what it was made with, who asks, how loud, and which of the services the request has. */
const greetings = handlerGroup(
  Greetings,
  Effect.fnUntraced(function*(handlers) {
    const greeting = yield* Greeting
    return handlers.handle("greet", () =>
      Effect.gen(function*() {
        const { mapUnsafe } = yield* Effect.context<never>()
        const seen = [Greeting, Gate, OtherGate].filter(({ key }) => mapUnsafe.has(key))
        return [greeting, yield* Caller, yield* Loudness, ...seen.map(({ key }) => key)]
      }))
  })
)

const others = handlerGroup(Others, (handlers) => handlers.handle("other", () => Effect.void))

const gates = Layer.mergeAll(
  Layer.succeed(Gate, (request) => Effect.provideService(request, Caller, "you")),
  Layer.succeed(OtherGate, (request) => request)
)

/** Answers with the failure. */
class Failures extends HttpApiMiddleware.Service<Failures>()("test/Failures") {}

const bearer = HttpApiSecurity.bearer

// A middleware gets what a request brings.
// @effect-diagnostics-next-line leakingRequirements:off
class TwoWays extends HttpApiMiddleware.Service<TwoWays>()("test/TwoWays", { security: { bearer, other: bearer } }) {}

const Failing = HttpApiGroup.make("failing")
  .add(HttpApiEndpoint.get("fail", "/fail/:id", {
    params: { id: Schema.Int },
    success: Schema.Struct({ id: Schema.Int }),
    error: Schema.Literals(["refused"])
  }))
  .middleware(Failures)

const failing = handlerGroup(Failing, (handlers) =>
  handlers.handle("fail", ({ params: { id } }) => {
    if (id === 1) return Effect.fail("refused" as const)
    if (id === 2) return Effect.die("defect")
    return id === 5
      ? Effect.fail("refused" as const).pipe(Effect.ensuring(Effect.die("away")))
      : Effect.succeed({ id: id / 2 })
  }))

const describe = (failure: unknown): string =>
  HttpApiError.HttpApiSchemaError.is(failure) ? `no schema takes the ${failure.kind}` : `failure ${String(failure)}`

const failures = Layer.succeed(Failures, (answer) =>
  answer.pipe(
    Effect.catch((failure: unknown) => Effect.succeed(HttpServerResponse.text(describe(failure)))),
    Effect.catchCause(({ reasons }) => {
      const defects = reasons.map((reason) => Cause.isDieReason(reason) ? String(reason.defect) : reason._tag)
      return Effect.succeed(HttpServerResponse.text(`defects ${defects.join(", ")}`))
    })
  ))

it.effect("middleware sees all that fails: handlers, their ends, requests that no schema takes, and answers", () =>
  Effect.gen(function*() {
    const routes = HttpApiBuilder.layer(HttpApi.make(apiName).add(Failing)).pipe(
      Layer.provide(failing),
      Layer.provide(failures),
      Layer.provide(HttpServer.layerServices)
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
    const answerTo = (id: string) =>
      Effect.promise(() => handler(new Request(`http://api.test/fail/${id}`)).then((answer) => answer.text()))
    assert.strictEqual(yield* answerTo("1"), "failure refused")
    assert.strictEqual(yield* answerTo("2"), "defects defect")
    assert.strictEqual(yield* answerTo("x"), "no schema takes the Params")
    assert.strictEqual(yield* answerTo("3"), "no schema takes the Body")
    assert.strictEqual(yield* answerTo("4"), `{"id":2}`)
    assert.strictEqual(yield* answerTo("5"), "defects refused, away")
    yield* Effect.promise(dispose)
  }))

it.effect("middleware that names two ways to sign requests is refused when the server is built", () =>
  Effect.gen(function*() {
    const Signed = HttpApiGroup.make("signed").add(HttpApiEndpoint.get("one", "/one")).middleware(TwoWays)
    const group = handlerGroup(Signed, (handlers) => handlers.handle("one", () => Effect.void))
    const twoWays = Layer.succeed(TwoWays, { bearer: (answer) => answer, other: (answer) => answer })
    const exit = yield* Effect.exit(Effect.scoped(Layer.build(group.pipe(Layer.provide(twoWays)))))
    assert.include(String(exit), "must name one way to sign requests")
  }))

it.effect("a request has what its middleware provides, and no service that handlers or middleware are made with", () =>
  Effect.gen(function*() {
    const routes = HttpApiBuilder.layer(Api).pipe(
      Layer.provide([greetings, others]),
      Layer.provide([gates, Layer.succeed(Greeting, "hello")]),
      Layer.provide(HttpServer.layerServices),
      Layer.provideMerge(Layer.succeed(Loudness, "!"))
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
    const answer = yield* Effect.promise(() => handler(new Request("http://api.test/greet")))
    assert.deepStrictEqual(yield* Effect.promise(() => answer.json()), ["hello", "you", "!"])
    yield* Effect.promise(dispose)
  }))
