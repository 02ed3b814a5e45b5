import { Effect } from "effect"
import { createRequire } from "node:module"
import { EngineNotInstalled } from "./EmbeddedClickHouseErrors.ts"

const packages: Readonly<Record<string, string>> = {
  "darwin-arm64": "@chdb/lib-darwin-arm64",
  "darwin-x64": "@chdb/lib-darwin-x64",
  "linux-arm64": "@chdb/lib-linux-arm64-gnu",
  "linux-x64": "@chdb/lib-linux-x64-gnu"
}

const isHeader = (value: unknown): value is { readonly header: object } =>
  typeof value === "object" && value !== null && "header" in value && typeof value.header === "object"

/** The library needs glibc; a Node of a Linux with musl does not know a version of it. */
const hasLibc = (): boolean => {
  if (process.platform !== "linux") return true
  // The addresses of this computer's network take long to be found, and are not asked for.
  Object.assign(process.report, { excludeNetwork: true })
  const report: unknown = process.report.getReport()
  return isHeader(report) && "glibcVersionRuntime" in report.header
}

const resolve = (from: string, name: string) =>
  Effect.try({ try: () => createRequire(from).resolve(name), catch: () => "missing" as const })

/** The platform this process runs on. */
export const thisPlatform = `${process.platform}-${process.arch}`

/** Finds the engine library of a platform. It is never loaded into this process. */
export const findLibrary = Effect.fnUntraced(function*(platform: string) {
  const name = packages[platform]
  if (name === undefined || !hasLibc()) return yield* new EngineNotInstalled({ platform, reason: "unsupported" })
  return yield* resolve(import.meta.url, "chdb/package.json").pipe(
    Effect.flatMap((chdb) => resolve(chdb, name)),
    Effect.mapError((reason) => new EngineNotInstalled({ platform, reason }))
  )
})
