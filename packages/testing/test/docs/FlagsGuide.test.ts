import { assert, it } from "@effect/vitest"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { TestApi } from "@hedgerow/testing"
import { Effect, Layer, Result } from "effect"
import { format } from "node:util"
import { PostHog, type PostHogOptions } from "posthog-node"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

const api = TestApi.layer.pipe(
  Layer.provide(Layer.succeed(SecretKeys, Result.getOrElse(parseSecretKeys("ab".repeat(32)), () => [])))
)

const withCredentials = Effect.fnUntraced(function*(text: string) {
  const { key, token } = yield* TestApi
  return text.replaceAll("phx_…", key).replaceAll("phc_…", token)
})

const send = Effect.fnUntraced(function*(command: string) {
  const { body, headers, method, path } = callOf(yield* withCredentials(command))
  const { request } = yield* TestApi
  const response = yield* request(path, { method, headers, ...(body === undefined ? undefined : { body }) })
  return JSON.parse(yield* Effect.promise(() => response.text())) as unknown
})

/** Runs a page's program as a module, with a posthog-node that reaches the API; answers what it prints. */
const run = Effect.fnUntraced(function*(program: string) {
  const { request } = yield* TestApi
  const printed: Array<string> = []
  const reach: NonNullable<PostHogOptions["fetch"]> = (url, init) => {
    const { pathname, search } = new URL(url)
    return Effect.runPromise(request(`${pathname}${search}`, init as RequestInit))
  }
  class Client extends PostHog {
    constructor(token: string, options: PostHogOptions) {
      super(token, { ...options, fetch: reach })
    }
  }
  const world = {
    PostHog: Client,
    console: { log: (...values: ReadonlyArray<unknown>) => printed.push(format(...values)) }
  }
  Reflect.set(globalThis, "documented", world)
  const imported = "import { PostHog } from \"posthog-node\"\n"
  assert.include(program, imported)
  const source = program.replace(imported, "const { PostHog, console } = globalThis.documented\n")
  const module = `data:text/javascript,${encodeURIComponent(yield* withCredentials(source))}`
  yield* Effect.promise(() => import(/* @vite-ignore */ module))
  return `${printed.join("\n")}\n`
})

it.effect("docs/flags.md: every request and every program has the output of the page", () =>
  Effect.gen(function*() {
    const blocks = blocksOf(pageOf("flags.md"))
    let answered = 0
    for (const [at, { language, text }] of blocks.entries()) {
      const next = blocks[at + 1]
      if (language === "sh") {
        const answer = yield* send(text)
        assert.strictEqual(next?.language, "json", text)
        const shown: unknown = JSON.parse(next?.text ?? "")
        assert.deepStrictEqual(shownPart(shown, answer), shown, `${text}\n${JSON.stringify(answer)}`)
        answered++
      }
      if (language === "js") assert.strictEqual(yield* run(text), next?.text, text)
    }
    assert.isAbove(answered, 25)
    const tested = new Set(["sh", "json", "js", "text"])
    assert.deepStrictEqual(blocks.filter(({ language }) => !tested.has(language)), [])
  }).pipe(Effect.provide(api)))
