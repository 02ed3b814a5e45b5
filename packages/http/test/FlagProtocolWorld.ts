import { Effect, Layer } from "effect"
import { flagOf, type FlagRecords, makeFlagWorld, whoHas } from "./support/FlagWorld.ts"
import { webApi } from "./support/WebApi.ts"

/** All users have the second variant. */
export const variants = {
  variants: [{ key: "a", rollout_percentage: 0 }, { key: "b", rollout_percentage: 100 }]
}

/** Filters that are true for nobody. */
export const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] }

/** A flag that is on for a plan. */
export const on = flagOf(1, "on", {
  filters: { ...whoHas("plan", "pro"), payloads: { true: "{\"x\":1}" } },
  version: 3
})
/** A flag with variants. */
export const mv = flagOf(2, "mv", {
  filters: {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: variants,
    payloads: { b: "\"text\"" }
  }
})
/** A flag that is on for nobody. */
export const off = flagOf(3, "off", { filters: nobody })
/** A flag that is disabled. */
export const retired = flagOf(4, "retired", { active: false })

/** The flags of the project. */
export const flags = [on, mv, off, retired]

/** A request of somebody on the plan. */
export const body = { token: "phc_project_1", distinct_id: "ada", person_properties: { plan: "pro" } }

/** A request as posthog-node sends it. */
export const post = (sent: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  body: JSON.stringify(sent),
  headers: { "content-type": "application/json", "user-agent": "posthog-node/5.70.0", ...headers }
})

/** The API over these flags. */
export const makeApi = Effect.fnUntraced(
  function*(given: Partial<FlagRecords> = {}, references: Layer.Layer<never> = Layer.empty) {
    const world = yield* makeFlagWorld({ flags, ...given })
    return { ...world, call: yield* webApi({ flags: world.flags }, references) }
  }
)

/** The values of an answer, by the flags' keys. */
export const valuesOf = (json: unknown): unknown => (json as { readonly featureFlags: unknown }).featureFlags

/** The flags of an answer of version 2. */
export const details = (json: unknown) => (json as { readonly flags: Record<string, Record<string, unknown>> }).flags

/** A request's id. */
export const uuid = "0198c0de-0000-7000-8000-000000000001"
