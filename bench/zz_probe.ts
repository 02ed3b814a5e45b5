import { NodeServices } from "@effect/platform-node"
import { ClickHouse } from "@hedgerow/storage-clickhouse/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/EmbeddedClickHouse"
import * as ClickHouseQueryEngine from "@hedgerow/storage-clickhouse/query/ClickHouseQueryEngine"
import { CopyProgress } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import * as Migrations from "@hedgerow/storage-clickhouse/migrations/Migrations"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { scalar } from "@hedgerow/core/query/sql/SqlType"
import { Duration, Effect, Layer, ManagedRuntime } from "effect"
import { mkdtempSync } from "node:fs"
import { processCpuMillis } from "./processCpu.ts"
const directory = mkdtempSync("/tmp/streams/probe-")
const ch = ClickHouse.layerEmbedded({}).pipe(Layer.provideMerge(EmbeddedClickHouse.layer({ directory })), Layer.provide(NodeServices.layer))
const layer = Layer.provideMerge(Layer.provide(ClickHouseQueryEngine.layer, CopyProgress.layerNothingTold), Migrations.layerTables.pipe(Layer.provideMerge(ch)))
const rt = ManagedRuntime.make(layer)
const plan: any = { select: [{ name: "a", expr: { _tag: "Literal", value: 1, type: scalar("UInt8") } }], from: undefined, where: undefined, groupBy: undefined, having: undefined, distinct: false, orderBy: [], limit: 101, offset: 0 }
await rt.runPromise(Effect.gen(function*() {
  const engine = yield* QueryEngine
  const clickhouse = yield* ClickHouse
  const pid = yield* (yield* EmbeddedClickHouse.EmbeddedClickHouse).pid
  const r = yield* engine.run(plan, { timeout: Duration.seconds(10) })
  console.log(r.statement, r.rows)
  const cases: any = {
    "engine.run": engine.run(plan, { timeout: Duration.seconds(10) }),
    "query SELECT 1": clickhouse.query({ sql: "SELECT 1" }),
    "query SELECT 1 whole": clickhouse.query({ sql: "SELECT 1", settings: { wait_end_of_query: 1 } }),
    "ping": clickhouse.ping
  }
  for (const name of Object.keys(cases)) {
    for (let i = 0; i < 500; i++) yield* cases[name]
    const b = processCpuMillis(pid), c = process.cpuUsage()
    for (let i = 0; i < 1000; i++) yield* cases[name]
    const u = process.cpuUsage(c)
    console.log(name.padEnd(24), "client", ((u.user + u.system) / 1e6).toFixed(3), "child", ((processCpuMillis(pid) - b) / 1000).toFixed(3))
  }
}) as any)
await rt.dispose()
