import { assert, layer } from "@effect/vitest"
import { Definitions } from "@hedgerow/core/definitions/Definitions"
import * as Domain from "@hedgerow/core/Domain"
import { now } from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { PgStorage } from "@hedgerow/storage-pg"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Exit, Layer, Scope } from "effect"

const storage = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))

/** A server of its own on the shared storage; stopping it is what a shutdown does. */
const startNode = Effect.gen(function*() {
  const scope = yield* Scope.make()
  const services = yield* Layer.buildWithScope(Layer.fresh(Domain.layer), scope)
  const send = Effect.fnUntraced(function*(project: Project, count: number) {
    const uuids = yield* Effect.all(Array.from({ length: count }, () => makeUuid7))
    const batch = uuids.map((uuid, n) => ({ event: "buy", distinct_id: `u${n}`, uuid, properties: { n } }))
    const body = JSON.stringify({ api_key: project.api_token, batch })
    yield* (yield* Ingestion).capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined })
  })
  const volumes = Effect.fnUntraced(function*(project: Project) {
    const { events, properties } = yield* Definitions
    const page = { limit: 10, offset: 0 }
    const [buy] = (yield* events.list(project.id, {}, page)).items
    const [n] = (yield* properties.list(project.id, { kind: "event", names: ["n"] }, page)).items
    return [buy?.volume, buy?.volume_30_day, n?.volume]
  })
  return {
    send: (project: Project, count: number) => Effect.provide(send(project, count), services),
    volumes: (project: Project) => Effect.provide(volumes(project), services),
    stop: Scope.close(scope, Exit.void)
  }
})

layer(storage, { excludeTestServices: true })("definitions of several servers", (it) => {
  it.effect("a server shows its own counts at once, and adds them to the others' when it stops", () =>
    Effect.gen(function*() {
      const project = yield* fixtures.makeProject
      const [one, two] = yield* Effect.all([startNode, startNode])
      yield* one.send(project, 2)
      assert.deepStrictEqual(yield* one.volumes(project), [2, 2, 2])
      yield* one.send(project, 3)
      yield* two.send(project, 4)
      assert.deepStrictEqual(yield* two.volumes(project), [6, 6, 6])
      yield* two.send(project, 5)
      assert.deepStrictEqual(yield* one.volumes(project), [9, 9, 9])
      yield* one.send(project, 7)
      yield* Effect.all([one.stop, two.stop], { concurrency: "unbounded" })
      const three = yield* startNode
      assert.deepStrictEqual(yield* three.volumes(project), [21, 21, 21])
      yield* three.stop
    }))

  it.effect("servers that count the same names at the same time lose nothing", () =>
    Effect.gen(function*() {
      const project = yield* fixtures.makeProject
      const nodes = yield* Effect.all([startNode, startNode, startNode])
      const rounds = Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], (count) =>
        Effect.forEach(nodes, (node) =>
          Effect.andThen(node.send(project, count), node.volumes(project)), {
          concurrency: "unbounded"
        }))
      yield* rounds
      for (const node of nodes) {
        yield* node.stop
      }
      const last = yield* startNode
      assert.deepStrictEqual(yield* last.volumes(project), [108, 108, 108])
      yield* last.stop
    }))
})
