import { Context, Effect, Layer, type Scope } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { endpointAnswer, type Failure, type GivenHandler } from "./EndpointRoute.ts"

/** The name of the contract, of which each group is a part. */
export const apiName = "hedgerow"

/** A built group as the framework keeps it: a route for each handler. */
interface BuiltGroup {
  readonly handlers: ReadonlyMap<string, GivenHandler>
  readonly routes: ReadonlyArray<HttpRouter.Route<Failure>>
}

/** Nothing of an endpoint that is decoded, encoded or done around it. */
const withoutCodecs = {
  success: { value: new Set() },
  error: { value: new Set() },
  payload: { value: new Map() },
  headers: { value: undefined },
  query: { value: undefined },
  middlewares: { value: new Set() }
}

/** The group whose routes the framework makes for their paths alone: `endpointAnswer` makes what answers at them. */
const withPathsAlone = (group: HttpApiGroup.Top): HttpApiGroup.Top => {
  const endpoints = Object.fromEntries(
    Object.entries(group.endpoints).map(([name, endpoint]) => [name, Object.create(endpoint, withoutCodecs) as object])
  )
  return Object.create(group, { endpoints: { value: endpoints } }) as HttpApiGroup.Top
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
      const endpoint = group.endpoints[handler.endpoint.identifier] ?? handler.endpoint
      return Effect.map(
        endpointAnswer({ ...handler, endpoint, api, group }, services),
        (answer) => HttpRouter.route(route.method, route.path, answer, { uninterruptible: route.uninterruptible })
      )
    })
  }
})

/**
 * As `HttpApiBuilder.group` over one group alone, with routes of our own: the framework's put all services that a group is
 * built with into the context of each request, and look for its credential each time. Handlers and middleware are made with
 * those services.
 */
export const handlerGroup = <Group extends HttpApiGroup.Constraint, Return>(
  group: Group,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<Group>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Return>
) => {
  const whole = group as unknown as HttpApiGroup.Top
  const api = HttpApi.make(apiName).add(withPathsAlone(whole))
  const Built = Context.Service<BuiltGroup>(group.key)
  const framework = HttpApiBuilder.group(api, group.identifier, build as never)
  return Layer.effectContext(Effect.gen(function*() {
    const services = yield* Effect.context<Scope.Scope>()
    const built = Context.getUnsafe(yield* Layer.build(framework), Built)
    return Context.make(Built, yield* withRoutes(api, whole, built, services))
  })) as unknown as Layer.Layer<
    HttpApiGroup.Service<typeof apiName, Group["identifier"]>,
    HttpApiBuilder.Handlers.Error<Return>,
    Exclude<HttpApiBuilder.Handlers.Context<Return>, Scope.Scope>
  >
}
