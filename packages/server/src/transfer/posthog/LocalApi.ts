import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { Caller } from "@hedgerow/core/access/Caller"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { Users } from "@hedgerow/core/access/Users"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import * as Http from "@hedgerow/http/Http"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { projectApi } from "./ProjectApi.ts"

/** The API over the storage that the services here work on, answered in this process as this caller. */
export const localApi = Effect.fnUntraced(function*({ id, name }: Project, caller: Caller) {
  const resolver = CallerResolver.of({ resolve: () => Effect.succeed(caller) })
  const routes = yield* Effect.provideService(Http.toHttpEffect, CallerResolver, resolver)
  const context = yield* Effect.context<Domain.DomainServices>()
  const handler = HttpEffect.toWebHandlerWith<Domain.DomainServices, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    context
  )(routes)
  return projectApi({
    name: `project ${id} (${name})`,
    base: `http://hedgerow.local/api/projects/${id}/`,
    key: undefined,
    fetch: (input, init) => handler(new Request(input, init))
  })
})

/**
 * An API over an empty project in memory, gone with the scope: what is copied there shows what the rules here refuse. Its
 * services are made anew, as layers that are the same are otherwise made once.
 */
export const scratchApi = Effect.gen(function*() {
  const services = yield* Layer.build(
    Layer.fresh(Domain.layer).pipe(Layer.provideMerge(Layer.fresh(MemoryStorage.layer)))
  )
  return yield* Effect.gen(function*() {
    const first = { projectName: "Dry run", personalApiKey: Option.none(), projectToken: Option.none() }
    const { project } = yield* Effect.flatMap(bootstrap(first), Effect.fromOption).pipe(Effect.orDie)
    const users = yield* Users
    const [owner] = yield* users.list
    if (owner === undefined) return yield* Effect.die("A first start makes an owner.")
    return yield* localApi(project, yield* Effect.orDie(users.callerOf(owner.id)))
  }).pipe(Effect.provide(services))
})
