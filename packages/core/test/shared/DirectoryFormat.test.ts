import { assert, it } from "@effect/vitest"
import { describeDirectoryFault } from "@hedgerow/core/shared/DirectoryFault"
import { checkDirectoryFormat } from "@hedgerow/core/shared/DirectoryFormat"
import { Effect, FileSystem, Layer, Path, PlatformError } from "effect"

const file = "/data/format"

const failure = (tag: PlatformError.SystemErrorTag, words: string) =>
  PlatformError.systemError({
    _tag: tag,
    module: "FileSystem",
    method: "readFile",
    pathOrDescriptor: file,
    cause: new Error(words)
  })

/** Checks a directory whose file `format` has this text, or cannot be read; answers what was written over it. */
const check = Effect.fnUntraced(function*(found: string | PlatformError.PlatformError) {
  const written: Array<string> = []
  const files = FileSystem.layerNoop({
    readFileString: () => typeof found === "string" ? Effect.succeed(found) : Effect.fail(found),
    writeFileString: (path, text) => Effect.sync(() => void written.push(`${path}: ${text}`))
  })
  const result = yield* Effect.result(checkDirectoryFormat("/data", 3)).pipe(
    Effect.provide(Layer.merge(files, Path.layer))
  )
  return { written, refusal: result._tag === "Failure" ? describeDirectoryFault(result.failure) : undefined }
})

it.effect("a directory without a format gets ours; one of the same layout or an older one stays as it is", () =>
  Effect.gen(function*() {
    const none = failure("NotFound", `ENOENT: no such file or directory, open '${file}'`)
    assert.deepStrictEqual(yield* check(none), { written: ["/data/format: 3\n"], refusal: undefined })
    for (const found of ["3\n", "2"]) {
      assert.deepStrictEqual(yield* check(found), { written: [], refusal: undefined })
    }
  }))

it.effect("a format that cannot be read is refused with the file and the system's words, and not written over", () =>
  Effect.gen(function*() {
    const cases = [
      failure("PermissionDenied", `EACCES: permission denied, open '${file}'`),
      failure("BadResource", "EISDIR: illegal operation on a directory, read"),
      failure("Unknown", "EIO: i/o error, read")
    ]
    for (const cause of cases) {
      const { refusal, written } = yield* check(cause)
      assert.deepStrictEqual(written, [])
      assert.match(
        refusal ?? "",
        /^cannot be read and written: E[A-Z]+: [^.]+ '\/data\/format'\. Give it, .* or name another in HEDGEROW_DATA_DIR$/
      )
    }
  }))

it.effect("a newer layout, and a text that is no number, are refused", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* check("4"), {
      written: [],
      refusal: "has format 4, this version reads formats up to 3"
    })
    assert.match((yield* check("next")).refusal ?? "", /\/data\/format holds no number of a format/)
  }))
