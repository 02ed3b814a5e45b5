import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { Caller } from "@hedgerow/core/access/Caller"
import { type IssuedSecret, ProjectSecretKeys } from "@hedgerow/core/access/ProjectSecretKeys"
import { Users } from "@hedgerow/core/access/Users"
import * as Domain from "@hedgerow/core/Domain"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import * as Http from "@hedgerow/http/Http"
import * as HttpListener from "@hedgerow/server/listener/HttpListener"
import * as PosthogJs from "@hedgerow/server/scripts/PosthogJs"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, ManagedRuntime, Option } from "effect"
import { HttpRouter, HttpServer } from "effect/http"

const layer = HttpRouter.serve(Http.layer, {
  disableLogger: true,
  disableListenLog: true,
  routerConfig: Http.routerConfig
}).pipe(
  Layer.provideMerge(HttpListener.layer({ host: "127.0.0.1", port: 0 })),
  Layer.provide(PosthogJs.layer),
  Layer.provide(NodeHttpServer.layerHttpServices),
  Layer.provideMerge(ApiKeyCallers.layer),
  Layer.provideMerge(Domain.layer),
  Layer.provideMerge(MemoryStorage.layer)
)

/** A listening server on memory within this process, its project, and its flags to change without HTTP. */
export const startFlagServer = async () => {
  const runtime = ManagedRuntime.make(layer)
  const { personalApiKey, project, user } = await runtime.runPromise(
    bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() }).pipe(
      Effect.flatMap(Effect.fromOption)
    )
  )
  const address = await runtime.runPromise(Effect.map(HttpServer.HttpServer, (server) => server.address))
  const editing = { project, actor: "system" as const }
  const flags = <A, E>(use: (flags: FeatureFlags["Service"]) => Effect.Effect<A, E>): Promise<A> =>
    runtime.runPromise(Effect.flatMap(FeatureFlags, use))
  const find = async (key: string) => {
    const { items } = await flags((service) => service.list(project.id, { search: key }, { limit: 10, offset: 0 }))
    return items.find((item) => item.key === key)
  }

  const secrets = <A, E>(use: (secrets: ProjectSecretKeys["Service"], caller: Caller) => Effect.Effect<A, E>) =>
    runtime.runPromise(Effect.gen(function*() {
      return yield* use(yield* ProjectSecretKeys, yield* (yield* Users).callerOf(user.id))
    }))

  return {
    url: HttpServer.formatAddress(address).replace("0.0.0.0", "127.0.0.1"),
    token: project.api_token,
    key: personalApiKey,
    create: (body: object) => flags((service) => service.create(editing, body)),
    find,
    patch: async (key: string, body: object) => {
      const flag = await find(key)
      if (flag === undefined) throw new Error(`there is no flag ${key}`)
      return flags((service) => service.patch(editing, flag.id, body))
    },
    issueSecret: () =>
      secrets((service, caller) =>
        service.create({ caller, project }, { label: "Server", scopes: ["feature_flag:read"] })
      ),
    revokeSecret: ({ key }: IssuedSecret) => secrets((service, caller) => service.revoke({ caller, project }, key.id)),
    stop: () => runtime.dispose()
  }
}

export type FlagServer = Awaited<ReturnType<typeof startFlagServer>>
