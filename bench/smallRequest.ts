import type { Comparison } from "./Comparison.ts"
import { type Call, send, sendMany } from "./load.ts"
import { treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startBaseline } from "./servers.ts"

const warmUp = 3_000
const counted = 20_000
const concurrency = 8

/** CPU microseconds that a server's processes use for one such request. */
export const cpuPerRequest = async (pid: number, call: Call): Promise<number> => {
  await sendMany(warmUp, concurrency, () => call)
  const before = treeCpuMillis(pid)
  await sendMany(counted, concurrency, () => call)
  return (treeCpuMillis(pid) - before) * 1000 / counted
}

/** Reading a project with a key, against `node:http` sending the same bytes. */
export const benchSmallRequest = async (server: HedgerowServer): Promise<Comparison> => {
  const call: Call = {
    url: `${server.url}/api/projects/1/`,
    method: "GET",
    headers: { authorization: `Bearer ${server.key}` }
  }
  const bare = await startBaseline(await send(call))
  try {
    return {
      name: "small authenticated request",
      unit: "request",
      ours: await cpuPerRequest(server.pid, call),
      baseline: await cpuPerRequest(bare.pid, { ...call, url: bare.url })
    }
  } finally {
    await bare.stop()
  }
}
