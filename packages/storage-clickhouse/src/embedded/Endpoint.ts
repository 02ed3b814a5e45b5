import { Effect, FileSystem, Option, Path, Schema } from "effect"
import { EngineDirectoryUnusable } from "./EmbeddedClickHouseErrors.ts"

/** The address on which an engine listens. */
export interface Endpoint {
  readonly url: string
  readonly socketPath: string | undefined
}

const Written = Schema.fromJsonString(
  Schema.Struct({ url: Schema.String, socketPath: Schema.optionalKey(Schema.String) })
)

const decode = Schema.decodeUnknownOption(Written)

const fileOf = (home: string) => Effect.map(Path.Path, (path) => path.join(home, "endpoint"))

/** Writes down where the engine listens, for our own user only: on loopback the URL holds the password. */
export const writeEndpoint = Effect.fnUntraced(function*(home: string, { socketPath, url }: Endpoint) {
  const fs = yield* FileSystem.FileSystem
  const file = yield* fileOf(home)
  yield* fs.remove(file, { force: true }).pipe(
    Effect.andThen(fs.writeFileString(file, JSON.stringify({ url, socketPath }), { mode: 0o600 })),
    Effect.mapError((cause) => new EngineDirectoryUnusable({ directory: home, fault: { _tag: "Unwritable", cause } }))
  )
})

/** The address of the running engine of a directory. */
export const readEndpoint = Effect.fnUntraced(function*(home: string) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.orElseSucceed(fs.readFileString(yield* fileOf(home)), () => "")
  return Option.map(decode(text), ({ socketPath, url }): Endpoint => ({ url, socketPath }))
})
