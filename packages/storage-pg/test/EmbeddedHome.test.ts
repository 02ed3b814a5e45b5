import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as EmbeddedPostgres from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import { homeOf, OpenDirectory } from "@hedgerow/storage-pg/embedded/Home"
import { Effect, FileSystem, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { spawnSync } from "node:child_process"

const temporary = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-home-" })
  yield* fs.chmod(directory, 0o755)
  return directory
})

const sh = (...command: readonly [string, ...ReadonlyArray<string>]) =>
  Effect.sync(() => {
    const [name, ...args] = command
    assert.strictEqual(spawnSync(name, args).status, 0, command.join(" "))
  })

/** Runs the server of a directory, and SQL on it. */
const during = <A, E>(directory: string, use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.gen(function*() {
    const { url } = yield* EmbeddedPostgres.make({ directory, durable: false })
    return yield* Effect.flatMap(SqlClient.SqlClient, use).pipe(
      Effect.provide(
        PgDatabase.layerClient.pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url, schema: "public" })))
      )
    )
  }).pipe(Effect.scoped)

const add = (directory: string, n: number) =>
  during(directory, (sql) =>
    Effect.gen(function*() {
      yield* sql`CREATE TABLE IF NOT EXISTS kept (n int)`
      yield* sql`INSERT INTO kept VALUES (${n})`
      const rows = yield* sql<{ n: number }>`SELECT n FROM kept ORDER BY n`
      return rows.map((row) => row.n)
    }))

const refused = (directory: string) =>
  Effect.map(Effect.flip(Effect.scoped(EmbeddedPostgres.make({ directory }))), ({ message }) => message)

it.live(
  "files that lie elsewhere: a copy that would share them is refused until it has its own; a moved one goes on",
  () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const root = yield* temporary
      const [original, copy, moved, home] = ["original", "copy", "moved", "elsewhere"].map((name) =>
        `${root}/${name}`
      ) as [
        string,
        string,
        string,
        string
      ]
      yield* Effect.forEach([original, home], (directory) => fs.makeDirectory(directory))
      yield* fs.symlink(home, `${original}/home`)
      assert.deepStrictEqual(yield* add(original, 1), [1])

      yield* sh("cp", "-a", original, copy)
      const words = yield* refused(copy)
      assert.include(
        words,
        `The directory ${copy} is a copy of ${original}, whose PostgreSQL keeps its files in ${home}`
      )
      assert.deepStrictEqual(yield* add(original, 2), [1, 2], "the original goes on")
      const [, command = ""] = /run: (.*)$/.exec(words) ?? []
      yield* sh("sh", "-c", command)
      assert.deepStrictEqual(yield* add(copy, 3), [1, 2, 3])
      assert.deepStrictEqual(yield* add(original, 4), [1, 2, 4], "each has its own")

      yield* fs.rename(original, moved)
      assert.deepStrictEqual(yield* add(moved, 5), [1, 2, 4, 5])
      yield* sh("cp", "-a", moved, original)
      assert.include(yield* refused(original), `is a copy of ${moved}`)
      yield* fs.remove(moved, { recursive: true })
      assert.deepStrictEqual(yield* add(original, 6), [1, 2, 4, 5, 6], "moved by copying: the other is gone")

      yield* fs.rename(home, `${home}-lost`)
      assert.include(
        yield* refused(original),
        `keeps PostgreSQL's files in ${home}, which is gone: restore it from a backup`
      )
      assert.isFalse(yield* fs.exists(`${original}/data`))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)

it.live(
  "a backup that followed the link is whole: it is restored anywhere and used where it lies",
  () =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const root = yield* temporary
      const [original, backup, home] = [`${root}/original`, `${root}/backup`, `${root}/elsewhere`]
      yield* Effect.forEach([original, home], (directory) => fs.makeDirectory(directory))
      yield* fs.symlink(home, `${original}/home`)
      yield* add(original, 1)
      yield* sh("cp", "-aL", original, backup)
      yield* fs.remove(home, { recursive: true })
      assert.deepStrictEqual(yield* add(backup, 2), [1, 2])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
)

it.live("files that the server's user cannot reach are moved to the open place, whole, and named by a link", () =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const root = yield* temporary
    const place = `${root}/open`
    const closed = Effect.fnUntraced(function*(asked: string) {
      return yield* homeOf(asked, () => Effect.succeed(false)).pipe(Effect.provideService(OpenDirectory, place))
    })
    for (const [name, from] of [["restored", "restored/home"], ["reached before", "reached before"]] as const) {
      const asked = `${root}/${name}`
      yield* fs.makeDirectory(`${root}/${from}/data`, { recursive: true })
      yield* fs.writeFileString(`${root}/${from}/data/PG_VERSION`, "18\n")
      const home = yield* closed(asked)
      assert.include(home, place)
      assert.strictEqual(yield* fs.readLink(`${asked}/home`), home)
      assert.strictEqual(yield* fs.readFileString(`${home}/data/PG_VERSION`), "18\n")
      assert.isFalse(yield* fs.exists(`${asked}/data`))
      assert.strictEqual(yield* closed(asked), home)
      assert.strictEqual(yield* homeOf(asked, () => Effect.succeed(true)), home, "also when it can be reached later")
    }
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
