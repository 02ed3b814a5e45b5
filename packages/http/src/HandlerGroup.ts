import { Context, Effect, Layer, type Scope } from "effect"
import { HttpRouter } from "effect/http"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { endpointAnswer, type Failure, type GivenHandler } from "./EndpointRoute.ts"

/** A built group as the framework keeps it: a route for each handler. */
interface BuiltGroup {
  readonly handlers: ReadonlyMap<string, GivenHandler>
  readonly routes: ReadonlyArray<HttpRouter.Route<Failure>>
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string => `${method} ${path}`

/** The group with other effects at its routes. */
const withRoutes = Effect.fnUntraced(function*(
  api: Pick<HttpApi.Top, "annotations">,
  group: HttpApiGroup.Top,
  { handlers, routes }: BuiltGroup,
  services: Context.Context<never>
) {
  const given = new Map(Array.from(handlers.values(), (handler) => [nameOf(handler.endpoint), handler]))
  return {
    handlers,
    routes: yield* Effect.forEach(routes, (route) => {
      const handler = given.get(nameOf(route))
      if (handler === undefined) return Effect.die(`${nameOf(route)} has no handler`)
      return Effect.map(
        endpointAnswer({ ...handler, api, group }, services),
        (answer) => HttpRouter.route(route.method, route.path, answer, { uninterruptible: route.uninterruptible })
      )
    })
  }
})

/**
 * As `HttpApiBuilder.group`, with routes of our own: the framework's put all services that a group is built with into the
 * context of each request, and look for its credential each time. Handlers and middleware are made with those services.
 */
export const handlerGroup = <
  ApiId extends string,
  Groups extends HttpApiGroup.Constraint,
  const Identifier extends HttpApiGroup.Identifier<Groups>,
  Return
>(
  api: HttpApi.HttpApi<ApiId, Groups>,
  identifier: Identifier,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<HttpApiGroup.WithIdentifier<Groups, Identifier>>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Return>
): ReturnType<typeof HttpApiBuilder.group<ApiId, Groups, Identifier, Return>> =>
  Layer.effectContext(Effect.gen(function*() {
    const services = yield* Effect.context<Scope.Scope>()
    const group = api.groups[identifier] as unknown as HttpApiGroup.Top
    const built = yield* Layer.build(HttpApiBuilder.group(api, identifier, build))
    const { handlers, routes } = built.mapUnsafe.get(group.key) as BuiltGroup
    return Context.makeUnsafe(
      new Map([[group.key, yield* withRoutes(api, group, { handlers, routes }, services)]])
    )
  })) as ReturnType<typeof HttpApiBuilder.group<ApiId, Groups, Identifier, Return>>
