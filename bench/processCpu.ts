import { readdirSync, readFileSync } from "node:fs"

/** Linux counts CPU time in hundredths of a second. */
const tickMillis = 10

interface Usage {
  readonly parent: number
  readonly millis: number
}

const usageOf = (pid: number): Usage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), millis: ticks * tickMillis }
  } catch {
    return undefined
  }
}

/** A process and its living descendants. */
const treeUsages = (root: number): ReadonlyArray<readonly [pid: number, usage: Usage]> => {
  const usages = new Map<number, Usage>()
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue
    const usage = usageOf(Number(name))
    if (usage !== undefined) usages.set(Number(name), usage)
  }
  const belongs = (pid: number): boolean => {
    if (pid === root) return true
    const parent = usages.get(pid)?.parent
    return parent !== undefined && parent > 1 && belongs(parent)
  }
  return [...usages].filter(([pid]) => belongs(pid))
}

/** The living descendants of a process. */
export const descendants = (root: number): ReadonlyArray<number> =>
  treeUsages(root).flatMap(([pid]) => pid === root ? [] : [pid])

/** CPU milliseconds used so far by a process, its living descendants, and the ended children they waited for. */
export const treeCpuMillis = (root: number): number =>
  treeUsages(root).reduce((sum, [, usage]) => sum + usage.millis, 0)

/** The memory of a process now, and its peak. */
export const memoryOf = (pid: number): string => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const [, resident] = /VmRSS:\s+(\d+)/.exec(status) ?? []
  const [, peak] = /VmHWM:\s+(\d+)/.exec(status) ?? []
  return `${Math.round(Number(resident) / 1024)} MiB, at most ${Math.round(Number(peak) / 1024)} MiB`
}

/** CPU milliseconds used so far by one process alone. */
export const processCpuMillis = (pid: number): number => usageOf(pid)?.millis ?? 0
