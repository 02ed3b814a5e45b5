import { makeSecretKeyText, parseSecretKeys, type SecretKey } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ServerConfig } from "./ServerConfig.ts"
import { StorageStatus } from "./StorageStatus.ts"

/** The file with the installation's keys cannot be read, made or understood. */
export class SecretKeyFileUnusable extends Schema.TaggedError<SecretKeyFileUnusable>()("SecretKeyFileUnusable", {
  path: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The secret keys in ${this.path} cannot be used: ${this.reason}. Restore the file from a backup; what was `
      + "sealed with its keys cannot be read without them."
  }
}

const fileName = "secret_keys"

/** Only the owner reads it. */
const fileMode = 0o600

const isOthersBusiness = (mode: number): boolean => (mode & 0o077) !== 0

/** What was written to the file, or linked in the directory, is there after a power cut too. */
const sync = (path: string, flag: "r" | "r+") =>
  Effect.scoped(Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    yield* (yield* fs.open(path, { flag })).sync
  }))

/** Written apart and then linked, so that the file is whole or not there, and the first of two servers makes it. */
const create = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* makeSecretKeyText
  const draft = `${path}.${yield* makeUuid7}`
  yield* fs.writeFileString(draft, `${text}\n`, { flag: "w", mode: fileMode }).pipe(
    Effect.andThen(sync(draft, "r+")),
    Effect.andThen(fs.link(draft, path)),
    Effect.catchIf((error) => error.reason._tag === "AlreadyExists", () => Effect.void),
    Effect.ensuring(Effect.ignore(fs.remove(draft)))
  )
  // Not every system opens directories.
  yield* Effect.ignore(sync((yield* Path.Path).dirname(path), "r"))
})

const read = Effect.fnUntraced(function*(path: string) {
  const fs = yield* FileSystem.FileSystem
  if (isOthersBusiness((yield* fs.stat(path)).mode)) {
    yield* Effect.logWarning(`Others may read ${path}: it should be readable by its owner only (chmod 600).`)
  }
  return yield* fs.readFileString(path)
})

const platformReason = (error: PlatformError): string => error.message

/** The keys of a data directory, made at the first start. */
export const keysOfDirectory = Effect.fn("SecretKeyFile.load")(function*(
  directory: string
): Effect.fn.Return<ReadonlyArray<SecretKey>, SecretKeyFileUnusable, FileSystem.FileSystem | Path.Path> {
  const path = yield* Path.Path
  const fs = yield* FileSystem.FileSystem
  const file = path.join(path.resolve(directory), fileName)
  const unusable = (reason: string) => new SecretKeyFileUnusable({ path: file, reason })
  const text = yield* fs.exists(file).pipe(
    Effect.tap((exists) => exists ? Effect.void : create(file)),
    Effect.andThen(read(file)),
    Effect.mapError((error) => unusable(platformReason(error)))
  )
  const keys = yield* Effect.mapError(Effect.fromResult(parseSecretKeys(text)), unusable)
  return keys.length === 0 ? yield* unusable("it holds no key") : keys
})

/**
 * The keys that seal secrets: those of `HEDGEROW_SECRET_KEYS`, and with embedded storage those of the data directory, so
 * that a setting made later still opens what the file's key has sealed. Memory storage has a key of its own, for as long
 * as it lives.
 */
const load = Effect.fnUntraced(function*(config: ServerConfig) {
  const given = Option.getOrElse(config.secretKeys, (): ReadonlyArray<SecretKey> => [])
  switch (config.storage) {
    case "external":
      return given
    case "embedded":
      return [...given, ...yield* keysOfDirectory(config.dataDir)]
    case "memory":
      return given.length > 0 ? given : Result.getOrElse(parseSecretKeys(yield* makeSecretKeyText), () => [])
  }
})

/** The installation's secret keys, known once its storage has opened (which owns the data directory). */
export const layer = (config: ServerConfig) => Layer.effect(SecretKeys, Effect.andThen(StorageStatus, load(config)))
