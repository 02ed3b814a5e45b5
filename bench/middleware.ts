import type { Comparison } from "./Comparison.ts"
import { send } from "./load.ts"
import { startBaseline, startInMemory } from "./servers.ts"
import { cpuPerRequest } from "./smallRequest.ts"

const unit = "request"

/** Limits that no run reaches. */
const unreached = { HEDGEROW_RATE_LIMITS: "on", HEDGEROW_RATE_LIMIT_DEFAULT: "999999999/minute,999999999/hour" }

/** The cost of each layer around a handler: every figure is beside the one without that layer. */
export const benchMiddleware = async (): Promise<ReadonlyArray<Comparison>> => {
  const plain = await startInMemory({})
  const limited = await startInMemory(unreached)
  const health = { url: `${plain.url}/_health`, method: "GET", headers: {} } as const
  const bare = await startBaseline(await send(health))
  const project = ({ key, url }: typeof plain) =>
    ({ url: `${url}/api/projects/1/`, method: "GET", headers: { authorization: `Bearer ${key}` } }) as const
  try {
    const nothing = await cpuPerRequest(bare.pid, { ...health, url: bare.url })
    const edge = await cpuPerRequest(plain.pid, health)
    const authorization = await cpuPerRequest(plain.pid, project(plain))
    // The same requests as the other server had before, so that both are equally warm.
    await cpuPerRequest(limited.pid, { ...health, url: `${limited.url}/_health` })
    const limits = await cpuPerRequest(limited.pid, project(limited))
    return [
      { name: "edge", unit, ours: edge, baseline: nothing },
      { name: "authorization", unit, ours: authorization, baseline: edge },
      { name: "rate limits", unit, ours: limits, baseline: authorization }
    ]
  } finally {
    await Promise.all([plain.stop(), limited.stop(), bare.stop()])
  }
}
