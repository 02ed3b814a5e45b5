import { compileFlags, type FlagSources } from "@hedgerow/core/evaluation/CompiledFlags"
import { localDefinitions } from "@hedgerow/core/evaluation/LocalDefinitions"
import { Effect } from "effect"
import { PostHog } from "posthog-node"

const bodyOf = (sources: FlagSources): string => {
  const { cohorts, flags, groupTypeMapping } = localDefinitions(compileFlags(sources), {
    sendCohorts: true,
    isShown: () => true
  })
  return JSON.stringify({
    flags: flags.map(({ filters, source }) => Object.assign({}, source, { filters })),
    group_type_mapping: groupTypeMapping,
    cohorts
  })
}

/** A client that evaluates our definitions by itself; it is never let out to ask a server. */
export const posthogNode = Effect.fnUntraced(function*(sources: FlagSources) {
  const body = bodyOf(sources)
  const client = new PostHog("phc_test", {
    personalApiKey: "phx_test",
    host: "http://127.0.0.1:9",
    fetch: (url) =>
      Promise.resolve({
        status: url.includes("/flags/definitions") ? 200 : 503,
        text: () => Promise.resolve(body),
        json: () => Promise.resolve(JSON.parse(body)),
        headers: new Headers(),
        body: null
      })
  })
  yield* Effect.addFinalizer(() => Effect.promise(() => client.shutdown()))
  yield* Effect.promise(() => client.reloadFeatureFlags())
  return client
})
