import { Context, Effect, Layer, Scope } from "effect"
import { type HttpApi, HttpApiBuilder, type HttpApiGroup } from "effect/http-api"

/** The middleware that the endpoints of a group name. */
const middlewareOf = ({ endpoints }: HttpApiGroup.Top) =>
  Object.values(endpoints).flatMap(({ middlewares }) => Array.from(middlewares))

/** Handlers that are made with services; others are made already. */
const isMadeWithServices = (made: unknown): made is Effect.Effect<object, never, Scope.Scope> => Effect.isEffect(made)

/**
 * As `HttpApiBuilder.group`, which puts the whole context that a group is built in into the context of each request: all
 * services of the server, one by one. Handlers are made with those, and a request gets the middleware of its group alone.
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
  Layer.effectContext(Effect.contextWith((all: Context.Context<Scope.Scope>) => {
    const group = HttpApiBuilder.group(api, identifier, (handlers) => {
      const made = build(handlers)
      return (isMadeWithServices(made) ? Effect.provideContext(made, all) : made) as typeof made
    })
    const seen = Context.pick(...middlewareOf(api.groups[identifier] as unknown as HttpApiGroup.Top))(all)
    return Effect.updateContext(Layer.buildWithScope(group, Context.get(all, Scope.Scope)), () => seen)
  }))
