import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { keysOfDirectory, loadSecretKeys } from "@hedgerow/server/storage/SecretKeyFile"
import { Effect, FileSystem, Logger, Option, Result } from "effect"

const inDirectory = <A, E, R>(body: (directory: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    return yield* body(yield* fs.makeTempDirectoryScoped())
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

it.effect("the first start makes a key that only its owner reads, and every later one finds it", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const [key] = yield* keysOfDirectory(directory)
      assert.strictEqual((yield* fs.stat(`${directory}/secret_keys`)).mode & 0o777, 0o600)
      const text = yield* fs.readFileString(`${directory}/secret_keys`)
      assert.deepStrictEqual(Result.getOrThrow(parseSecretKeys(text)).map(({ id }) => id), [key?.id])
      assert.deepStrictEqual((yield* keysOfDirectory(directory)).map(({ id }) => id), [key?.id])
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["secret_keys"])
    })
  ))

it.effect("a power cut finds the file whole or not there", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const steps: Array<string> = []
      const nameOf = (path: string) =>
        path.replace(directory, "").replace(/^\//, "").replace(/^(secret_keys)\..*/, "draft") || "directory"
      const step = (text: string) => Effect.sync(() => void steps.push(text))
      const watched: FileSystem.FileSystem = {
        ...fs,
        open: (path, options) =>
          Effect.map(fs.open(path, options), (file) => ({
            ...file,
            stat: file.stat,
            sync: Effect.andThen(file.sync, step(`sync ${nameOf(path)}`))
          })),
        link: (from, to) => Effect.andThen(fs.link(from, to), step(`link ${nameOf(from)} ${nameOf(to)}`)),
        writeFileString: (path, data, options) =>
          Effect.andThen(fs.writeFileString(path, data, options), step(`write ${nameOf(path)}`))
      }
      yield* Effect.provideService(keysOfDirectory(directory), FileSystem.FileSystem, watched)
      assert.deepStrictEqual(steps, ["write draft", "sync draft", "link draft secret_keys", "sync directory"])
      yield* Effect.provideService(keysOfDirectory(directory), FileSystem.FileSystem, watched)
      assert.lengthOf(steps, 4)
    })
  ))

it.effect("of many that start at once, all get the same key", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const starts = Array.from({ length: 20 }, () => keysOfDirectory(directory))
      const keys = yield* Effect.all(starts, { concurrency: "unbounded" })
      assert.strictEqual(new Set(keys.flat().map(({ id }) => id)).size, 1)
    })
  ))

it.effect("a broken file is said by its path and reason, never by its content, and is left as it is", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const file = `${directory}/secret_keys`
      for (
        const [content, reason] of [["", "it holds no key"], ["c2VjcmV0", "key 1 is not 32 bytes in base64 or hex"]]
      ) {
        yield* fs.writeFileString(file, content ?? "", { mode: 0o600 })
        const failure = yield* Effect.flip(keysOfDirectory(directory))
        assert.include(failure.message, `${file} cannot be used: ${reason}`)
        assert.notInclude(failure.message, "c2VjcmV0")
        assert.strictEqual(yield* fs.readFileString(file), content)
      }
    })
  ))

it.effect("a file that others may read is used with a warning", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const lines: Array<string> = []
      const recorder = Logger.layer([Logger.make(({ message }) => {
        lines.push(String(message))
      })])
      yield* keysOfDirectory(directory).pipe(Effect.provide(recorder))
      assert.deepStrictEqual(lines, [])
      yield* fs.chmod(`${directory}/secret_keys`, 0o644)
      yield* keysOfDirectory(directory).pipe(Effect.provide(recorder))
      assert.strictEqual(lines.length, 1)
      assert.include(lines[0], "chmod 600")
    })
  ))

it.effect("secrets that none of the keys opens refuse the start, and no key is made in the place of a lost one", () =>
  inDirectory((directory) =>
    Effect.gen(function*() {
      const fs = yield* FileSystem.FileSystem
      const given = Result.getOrThrow(parseSecretKeys("ab".repeat(32)))
      const id = given[0]?.id ?? ""
      const load = (storage: "embedded" | "external", keys: typeof given, sealed: ReadonlyMap<string, number>) =>
        loadSecretKeys({ storage, dataDir: directory, secretKeys: Option.some(keys) }, sealed)
      const lost = new Map([[id, 2], ["00000000", 1]])
      for (
        const [storage, place] of [["external", "HEDGEROW_SECRET_KEYS"], [
          "embedded",
          `${directory}/secret_keys`
        ]] as const
      ) {
        const failure = yield* Effect.flip(load(storage, given, lost))
        assert.include(
          failure.message,
          "1 stored secret is sealed with a key that is missing (id 00000000): restore it in "
        )
        assert.include(failure.message, place)
        assert.include(failure.message, "hedgerow adopt secret-keys")
        assert.include((yield* Effect.flip(load(storage, [], lost))).message, "3 stored secrets are sealed")
      }
      assert.deepStrictEqual(yield* fs.readDirectory(directory), [])
      const sealed = new Map([[id, 2]])
      assert.deepStrictEqual(yield* load("external", given, sealed), given)
      assert.lengthOf(yield* load("embedded", given, sealed), 2)
      assert.include((yield* Effect.flip(load("embedded", [], sealed))).message, "2 stored secrets")
    })
  ))
