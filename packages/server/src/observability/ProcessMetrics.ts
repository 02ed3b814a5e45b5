import { readGauge, readWhenCollected } from "@hedgerow/core/shared/Measuring"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type * as Scope from "effect/Scope"
import { readdirSync } from "node:fs"
import { monitorEventLoopDelay } from "node:perf_hooks"

type Reading = readonly [name: string, description: string, read: () => number]

const microsecond = 1e-6
const nanosecond = 1e-9

const counters: ReadonlyArray<Reading> = [
  ["process_cpu_user_seconds_total", "User CPU time", () => process.cpuUsage().user * microsecond],
  ["process_cpu_system_seconds_total", "System CPU time", () => process.cpuUsage().system * microsecond],
  ["process_cpu_seconds_total", "User and system CPU time", () => {
    const { system, user } = process.cpuUsage()
    return (user + system) * microsecond
  }]
]

const startTime = performance.timeOrigin / 1000

const gauges: ReadonlyArray<Reading> = [
  ["process_start_time_seconds", "When the process started, in seconds since 1970", () => startTime],
  ["process_resident_memory_bytes", "Resident memory", () => process.memoryUsage.rss()],
  ["nodejs_heap_size_total_bytes", "Size of the JavaScript heap", () => process.memoryUsage().heapTotal],
  ["nodejs_heap_size_used_bytes", "Used part of the JavaScript heap", () => process.memoryUsage().heapUsed],
  ["nodejs_external_memory_bytes", "Memory of objects outside of the heap", () => process.memoryUsage().external],
  [
    "nodejs_active_resources",
    "What keeps the event loop alive: sockets, timers, requests",
    () => process.getActiveResourcesInfo().length
  ]
]

/** Only where the system shows them as files. */
const openFiles: Reading = [
  "process_open_fds",
  "Open file descriptors",
  () => readdirSync("/proc/self/fd").length
]

/** The interval in which the delay of the event loop is measured. */
const resolutionMillis = 20

/** The delay of timers since the last collection; the histogram starts anew with each. */
const eventLoopDelay = Effect.gen(function*() {
  const histogram = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = monitorEventLoopDelay({ resolution: resolutionMillis })
      made.enable()
      return made
    }),
    (made) => Effect.sync(() => made.disable())
  )
  /** The measured value is the time between two measurements. */
  const seconds = (value: number): number =>
    Number.isFinite(value) ? Math.max(0, value * nanosecond - resolutionMillis / 1000) : 0
  const readings: ReadonlyArray<Reading> = [
    ["nodejs_eventloop_lag_mean_seconds", "Mean delay of the event loop", () => seconds(histogram.mean)],
    ["nodejs_eventloop_lag_p99_seconds", "99th percentile of the delay", () => seconds(histogram.percentile(99))],
    ["nodejs_eventloop_lag_max_seconds", "Greatest delay since the last collection", () => {
      const max = histogram.count === 0 ? 0 : histogram.max
      histogram.reset()
      return seconds(max)
    }]
  ]
  return readings
})

const counter = ([name, description, read]: Reading) =>
  readWhenCollected(
    Metric.counter(name, { description, incremental: true }),
    () => ({ count: read(), incremental: true })
  )

const gauge = ([name, description, read]: Reading) => readGauge(name, { description }, read)

/** Metrics of the process itself, under the names that dashboards for Node.js know. */
export const observeProcess: Effect.Effect<void, never, Scope.Scope> = Effect.gen(function*() {
  const lag = yield* eventLoopDelay
  const files = process.platform === "linux" ? [openFiles] : []
  yield* Effect.forEach(counters, counter, { discard: true })
  yield* Effect.forEach([...gauges, ...files, ...lag], gauge, { discard: true })
  yield* readGauge(
    "nodejs_version_info",
    { description: "Always 1; the version is a label", attributes: { version: process.version } },
    () => 1
  )
})
