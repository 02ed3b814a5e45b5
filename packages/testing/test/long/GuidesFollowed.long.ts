import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { changed, printedChanges, printedFiles } from "../guides/GuideChanges.ts"
import { runNode } from "../support/RunNode.ts"
import { workingCopy } from "../support/WorkingCopy.ts"

const guides = ["docs/adding-an-entity.md", "docs/adding-a-query.md"]

/** A copy of the repository in which somebody has followed both guides to the letter. */
class Followed
  extends Context.Service<Followed, string>()("@hedgerow/testing/test/long/GuidesFollowed.long/Followed")
{}

const follow = (copy: string, guide: string) => {
  const text = readFileSync(join(copy, guide), "utf8")
  for (const { code, path } of printedFiles(text)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), code)
  }
  for (const change of printedChanges(text)) {
    const path = join(copy, change.path)
    writeFileSync(path, changed(readFileSync(path, "utf8"), change))
  }
}

const followed = Layer.effect(
  Followed,
  Effect.map(workingCopy({ withBuilt: true }), (copy) => {
    for (const guide of guides) follow(copy, guide)
    return copy
  })
)

const compile = (copy: string) => runNode(copy, ["node_modules/typescript/bin/tsc", "-b", "packages/testing"])

const ran = Effect.fnUntraced(function*(args: ReadonlyArray<string>) {
  const { code, output } = yield* runNode(yield* Followed, ["node_modules/vitest/vitest.mjs", "run", ...args])
  assert.strictEqual(code, 0, output)
  assert.match(output, /Tests .*[1-9]\d* passed/)
})

layer(followed)("both guides, followed", (it) => {
  it.effect("compile", () =>
    Effect.gen(function*() {
      const { code, output } = yield* compile(yield* Followed)
      assert.strictEqual(code, 0, output)
    }))

  it.effect("serve annotations and answer with the busiest days, as their printed tests ask", () =>
    ran(["packages/testing/test/annotations/Annotations.test.ts", "packages/testing/test/query/BusiestDays.test.ts"]))

  it.effect("store annotations in memory and in PostgreSQL", () =>
    ran([
      "-t",
      "Annotation",
      "packages/storage-memory/test/contracts.test.ts",
      "packages/storage-pg/test/PgStorage.test.ts"
    ]))

  it.effect("take and refuse the bodies that are documented, and stand on floors", () =>
    Effect.gen(function*() {
      yield* ran(["packages/testing/test/requests/RequestBodies.test.ts", "-t", "annotations"])
      const { code, output } = yield* runNode(yield* Followed, ["scripts/strata.ts"])
      assert.strictEqual(code, 0, output)
    }))

  it.effect("without the row of an error, the compiler names ErrorTable", () =>
    Effect.gen(function*() {
      const copy = yield* Followed
      const path = join(copy, "packages/http/src/errors/ErrorTable.ts")
      const whole = readFileSync(path, "utf8")
      const unlisted = whole.replace(/ {2}\| AnnotationNotFound\n/, "")
      for (const text of [whole.replace(/.*AnnotationNotFound: .*\n/, ""), unlisted]) {
        assert.notStrictEqual(text, whole)
        writeFileSync(path, text)
        const { code, output } = yield* compile(copy)
        assert.notStrictEqual(code, 0)
        assert.match(output, /AnnotationNotFound.*ErrorTable/s)
      }
      writeFileSync(path, whole)
    }))
})
