import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { sizeText } from "@hedgerow/server/backup/ByteProgress"
import { isWithin } from "@hedgerow/server/backup/Directories"
import { type Manifest, readManifest, writeManifest } from "@hedgerow/server/backup/Manifest"
import { Effect, FileSystem, Path } from "effect"

const file = { path: "data/PG_VERSION", bytes: 3, sha256: "00" }

const manifest: Manifest = {
  version: 1,
  made_at: "2026-01-31T00:00:00.000Z",
  made_by: "1.0.0",
  platform: "linux-x64",
  postgres: "18",
  files: [file],
  directories: ["data"],
  links: [{ path: "clickhouse/data/metadata/hedgerow", target: "../store/959" }]
}

const kept = (manifest: Manifest) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-test-" })
    yield* writeManifest(directory, manifest)
    return yield* readManifest(directory)
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

it.effect("a list is read as it was written", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* kept(manifest), manifest)
  }))

it.effect.each([
  { files: [{ ...file, path: "/etc/passwd" }] },
  { files: [{ ...file, path: "data/../../escaped" }] },
  { files: [{ ...file, path: ".." }] },
  { directories: ["./data"] },
  { links: [{ path: "data/link", target: "/etc" }] },
  { links: [{ path: "data/link", target: "a/../../../b" }] },
  { links: [{ path: "data/link", target: "../../b" }] }
])("a path that leaves the backup is refused: %j", (changed) =>
  Effect.gen(function*() {
    const error = yield* Effect.flip(kept({ ...manifest, ...changed }))
    assert.strictEqual(error._tag, "BackupDamaged")
  }))

it.effect("a directory is in another one by its names", () =>
  Effect.gen(function*() {
    const path = yield* Path.Path
    assert.deepStrictEqual(
      ["/a", "/a/b", "/ab", "/", "/a/..b"].map((inner) => isWithin(path, inner, "/a")),
      [true, true, false, false, true]
    )
  }).pipe(Effect.provide(NodeServices.layer)))

it("sizes are in decimal units", () => {
  assert.deepStrictEqual([0, 999, 1_000, 1_234_567, 5e12].map(sizeText), [
    "0 bytes",
    "999 bytes",
    "1.0 kB",
    "1.2 MB",
    "5.0 TB"
  ])
})
