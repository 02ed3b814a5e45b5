import type { Comparison } from "./Comparison.ts"
import { type Call, send } from "./load.ts"
import { type HedgerowServer, startBaseline } from "./servers.ts"
import { cpuPerRequest } from "./smallRequest.ts"

const flagCount = 100

/** Every third flag has variants with payloads; all have a property, a share of the users, or both. */
const flagBody = (index: number) => ({
  key: `bench-flag-${index}`,
  name: `Flag ${index}`,
  _should_create_usage_dashboard: false,
  filters: {
    groups: [
      {
        properties: [{ key: "plan", type: "person", value: `plan-${index % 7}`, operator: "exact" }],
        rollout_percentage: 100
      },
      { properties: [], rollout_percentage: (index * 7) % 101 }
    ],
    ...(index % 3 === 0
      ? {
        multivariate: {
          variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
        },
        payloads: { test: JSON.stringify({ colour: "green", size: index }) }
      }
      : undefined)
  }
})

/** Makes a hundred flags in the first project. */
export const makeFlags = async (server: HedgerowServer): Promise<void> => {
  for (let index = 0; index < flagCount; index++) {
    const response = await fetch(`${server.url}/api/projects/1/feature_flags/`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify(flagBody(index))
    })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
  }
}

const compare = async (name: string, server: HedgerowServer, call: Call): Promise<Comparison> => {
  const bare = await startBaseline(await send(call))
  try {
    return {
      name,
      unit: "request",
      ours: await cpuPerRequest(server.pid, call),
      baseline: await cpuPerRequest(bare.pid, { ...call, url: bare.url })
    }
  } finally {
    await bare.stop()
  }
}

/** The requests of SDKs for flags in a project with a hundred of them, against `node:http` sending the same bytes. */
export const benchFlagsEndpoint = async (server: HedgerowServer): Promise<ReadonlyArray<Comparison>> => {
  await makeFlags(server)
  const flags: Call = {
    url: `${server.url}/flags/?v=2`,
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": "posthog-node/5.70.0" },
    body: JSON.stringify({
      token: server.token,
      distinct_id: "bench-user",
      groups: {},
      person_properties: { plan: "plan-3" },
      group_properties: {},
      geoip_disable: true
    })
  }
  const definitions: Call = {
    url: `${server.url}/flags/definitions?token=${server.token}&send_cohorts`,
    method: "GET",
    headers: { authorization: `Bearer ${server.key}` }
  }
  return [
    await compare(`/flags with ${flagCount} flags`, server, flags),
    await compare(`definitions of ${flagCount} flags`, server, definitions)
  ]
}
