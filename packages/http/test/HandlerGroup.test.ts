import { assert, it } from "@effect/vitest"
import { handlerGroup } from "@hedgerow/http/HandlerGroup"
import { Context, Effect, Layer, Schema } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware } from "effect/http-api"

class Greeting extends Context.Service<Greeting, string>()("@hedgerow/http/test/HandlerGroup.test/Greeting") {}

class Caller extends Context.Service<Caller, string>()("@hedgerow/http/test/HandlerGroup.test/Caller") {}

class Gate extends HttpApiMiddleware.Service<Gate, { provides: Caller }>()("test/Gate") {}

class OtherGate extends HttpApiMiddleware.Service<OtherGate>()("test/OtherGate") {}

class Loudness extends Context.Reference<string>("test/Loudness", { defaultValue: () => "." }) {}

const Api = HttpApi.make("greetings").add(
  HttpApiGroup.make("greetings").add(HttpApiEndpoint.get("greet", "/greet", { success: Schema.Array(Schema.String) }))
    .middleware(Gate),
  HttpApiGroup.make("others").add(HttpApiEndpoint.get("other", "/other")).middleware(OtherGate)
)

/** Says what it was made with, who asks, how loud, and which of the services the request has. */
const greetings = handlerGroup(
  Api,
  "greetings",
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

const others = handlerGroup(Api, "others", (handlers) => handlers.handle("other", () => Effect.void))

const gates = Layer.mergeAll(
  Layer.succeed(Gate, (request) => Effect.provideService(request, Caller, "you")),
  Layer.succeed(OtherGate, (request) => request)
)

it.effect("a request has the middleware of its group, and no service that the handlers are made with", () =>
  Effect.gen(function*() {
    const routes = HttpApiBuilder.layer(Api).pipe(
      Layer.provide([greetings, others]),
      Layer.provide([gates, Layer.succeed(Greeting, "hello")]),
      Layer.provide(HttpServer.layerServices),
      Layer.provideMerge(Layer.succeed(Loudness, "!"))
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
    const answer = yield* Effect.promise(() => handler(new Request("http://api.test/greet")))
    assert.deepStrictEqual(yield* Effect.promise(() => answer.json()), ["hello", "you", "!", "test/Gate"])
    yield* Effect.promise(dispose)
  }))
