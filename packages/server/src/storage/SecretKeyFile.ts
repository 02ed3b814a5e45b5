import { makeSecretKeyText, parseSecretKeys, type SecretKey } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { systemWords } from "@hedgerow/core/shared/DirectoryFault"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Path from "effect/Path"
import type { PlatformError } from "effect/PlatformError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ServerConfig } from "../config/ServerConfig.ts"
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

/** Secrets are stored that were sealed with missing keys; `place` is the place where keys are looked for. */
export class SecretKeysLost extends Schema.TaggedError<SecretKeysLost>()("SecretKeysLost", {
  place: Schema.String,
  ids: Schema.Array(Schema.String),
  secrets: Schema.Int
}) {
  override get message(): string {
    const secrets = `${this.secrets} stored secret${this.secrets === 1 ? " is" : "s are"}`
    return `${secrets} sealed with a key that is missing (id ${
      this.ids.join(", ")
    }): restore it in ${this.place}. To go `
      + "on without it, run `hedgerow adopt secret-keys`; what is sealed with it cannot be read then."
  }
}

const fileName = "secret_keys"

/** Only the owner reads it. */
const fileMode = 0o600

const isOthersBusiness = (mode: number): boolean => (mode & 0o077) !== 0

/** Makes sure that a written file, or a link in the directory, survives a power cut. */
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

/** The keys of a data directory, made at the first start: unless stored secrets need those of a file that is gone. */
export const keysOfDirectory = Effect.fn("SecretKeyFile.load")(function*(
  directory: string,
  requireNothing: Effect.Effect<void, SecretKeysLost> = Effect.void
): Effect.fn.Return<
  ReadonlyArray<SecretKey>,
  SecretKeyFileUnusable | SecretKeysLost,
  FileSystem.FileSystem | Path.Path
> {
  const path = yield* Path.Path
  const fs = yield* FileSystem.FileSystem
  const file = path.join(path.resolve(directory), fileName)
  const unusable = (reason: string) => new SecretKeyFileUnusable({ path: file, reason })
  const worded = Effect.mapError((error: PlatformError) => unusable(systemWords(error)))
  if (!(yield* worded(fs.exists(file)))) {
    yield* requireNothing
    yield* worded(create(file))
  }
  const text = yield* worded(read(file))
  const keys = yield* Effect.mapError(Effect.fromResult(parseSecretKeys(text)), unusable)
  return keys.length === 0 ? yield* unusable("it holds no key") : keys
})

/** Fails when secrets are stored that none of the keys opens. */
const requireKeys = (sealed: ReadonlyMap<string, number>, keys: ReadonlyArray<SecretKey>, place: string) => {
  const lost = [...sealed].filter(([id]) => !keys.some((key) => key.id === id))
  return lost.length === 0 ? Effect.void : Effect.fail(
    new SecretKeysLost({
      place,
      ids: lost.map(([id]) => id),
      secrets: lost.reduce((sum, [, count]) => sum + count, 0)
    })
  )
}

/**
 * The keys that seal secrets: those of `HEDGEROW_SECRET_KEYS`, and with embedded storage those of the data directory, so
 * that a setting made later still opens what the file's key has sealed. Memory storage has a key of its own, for as long
 * as it lives. Fails when stored secrets need other ones.
 */
export const loadSecretKeys = Effect.fnUntraced(function*(
  config: Pick<ServerConfig, "dataDir" | "secretKeys" | "storage">,
  sealed: ReadonlyMap<string, number>
) {
  const given = Option.getOrElse(config.secretKeys, (): ReadonlyArray<SecretKey> => [])
  switch (config.storage) {
    case "external":
      yield* requireKeys(sealed, given, "HEDGEROW_SECRET_KEYS")
      return given
    case "embedded": {
      const path = yield* Path.Path
      const place = `HEDGEROW_SECRET_KEYS or ${path.join(path.resolve(config.dataDir), fileName)}`
      const keys = [...given, ...yield* keysOfDirectory(config.dataDir, requireKeys(sealed, given, place))]
      yield* requireKeys(sealed, keys, place)
      return keys
    }
    case "memory":
      return given.length > 0 ? given : Result.getOrElse(parseSecretKeys(yield* makeSecretKeyText), () => [])
  }
})

/** The installation's secret keys, known once its storage has opened (which owns the data directory). */
export const layer = (config: ServerConfig) =>
  Layer.effect(
    SecretKeys,
    Effect.gen(function*() {
      const { sealed } = yield* StorageStatus
      return yield* loadSecretKeys(config, yield* sealed.countByKey)
    })
  )
