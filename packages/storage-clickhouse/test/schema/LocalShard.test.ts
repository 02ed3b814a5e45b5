import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventRow } from "@hedgerow/storage-clickhouse/events/EventRows"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const script = fileURLToPath(new URL("./localShard.ts", import.meta.url))

it.effect("on a cluster of one shard, events go through the distributed table, once, with cells, copy and hot columns", () =>
  Effect.gen(function*() {
    const events = yield* fixtures.makeEvents(1 as ProjectId, 20)
    const directory = mkdtempSync(join(tmpdir(), "hedgerow-rows-"))
    yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
    const file = join(directory, "rows.tsv")
    writeFileSync(file, events.map(eventRow).join(""))
    const printed = execFileSync(process.execPath, [script, file], { encoding: "utf8" })
    assert.deepStrictEqual(JSON.parse(printed), [20, 20, 20, ["north"], ["north"]])
  }))
