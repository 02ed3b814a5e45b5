import type { FlagDefinitions } from "@hedgerow/core/flags/serving/FlagDefinitions"
import { scriptJson } from "../../pages/PageText.ts"

/** The part of a project that a browser SDK asks for, and not where there is none of it. */
interface Parts {
  readonly hasFeatureFlags: boolean
  readonly hasSurveys: boolean
}

/**
 * The settings that a browser SDK gets before it does anything. A feature that the server does not have is off; surveys
 * are so by being absent, since posthog-js loads their script for a `false` too.
 */
const configOf = (token: string | undefined, { hasFeatureFlags, hasSurveys }: Parts) => ({
  token,
  supportedCompression: ["gzip", "gzip-js"],
  config: { enable_collect_everything: true },
  hasFeatureFlags,
  analytics: { endpoint: "/i/v0/e/" },
  elementsChainAsString: true,
  defaultIdentifiedOnly: true,
  autocapture_opt_out: false,
  autocaptureExceptions: false,
  capturePerformance: false,
  captureDeadClicks: false,
  heatmaps: false,
  sessionRecording: false,
  productTours: false,
  conversations: false,
  errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
  logs: { captureConsoleLogs: false },
  toolbarParams: {},
  isAuthenticated: false,
  siteApps: [],
  ...(hasSurveys ? { surveys: true } : undefined)
})

/** The configuration in the forms it is sent in. */
export interface RemoteConfig {
  readonly hasFeatureFlags: boolean
  readonly json: string
  /** The members alone, for an answer that holds more. */
  readonly members: string
  readonly script: string
}

const place = "window._POSTHOG_REMOTE_CONFIG"

const makeConfig = (token: string | undefined, parts: Parts): RemoteConfig => {
  const config = configOf(token, parts)
  const json = JSON.stringify(config)
  const entry = `${place}[${scriptJson(token ?? "")}]={config:${scriptJson(config)},siteApps:[]}`
  return {
    hasFeatureFlags: parts.hasFeatureFlags,
    json,
    members: json.slice(1, -1),
    script: `(function(){${place}=${place}||{};${entry}})();`
  }
}

/** The settings for a client that names no project. */
export const commonConfig: RemoteConfig = makeConfig(undefined, { hasFeatureFlags: true, hasSurveys: false })

const known = new WeakMap<FlagDefinitions, RemoteConfig>()

/** The configuration of a project, made once for each version of its flags. */
export const remoteConfig = (definitions: FlagDefinitions): RemoteConfig => {
  const found = known.get(definitions)
  if (found !== undefined) return found
  const active = definitions.flags.filter((flag) => flag.active)
  const made = makeConfig(definitions.project.api_token, {
    hasFeatureFlags: active.length > 0,
    // A survey that runs has a flag that is active.
    hasSurveys: active.some(({ creation_context, is_internal }) => is_internal && creation_context === "surveys")
  })
  known.set(definitions, made)
  return made
}
