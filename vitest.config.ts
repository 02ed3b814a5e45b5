import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { LongFirst } from "./scripts/long-files-first.ts"

/** Runs the sources as Node runs them: without a transformation, and each module once for all files of a worker. */
const asNodeRunsThem = { isolate: false, experimental: { viteModuleRunner: false } }

/** Workers and the engines that they start keep what Node compiled, for the next ones and the next run. */
const compiled = { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/hedgerow-tests", import.meta.url)) }

export default defineConfig({
  test: {
    ...asNodeRunsThem,
    include: ["packages/*/test/**/*.test.ts"],
    globalSetup: ["packages/testing/src/node/globalSetup.ts", "scripts/bundle-before-tests.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    env: compiled,
    // More than two cores: files that wait for leases, restarts and silent engines leave theirs to others.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["text-summary", "html"],
      reportOnFailure: true,
      // The floor, a point below what was reached by the tests that run in memory: what servers and engines need runs without it.
      thresholds: {
        "packages/{core,http,sql,statistics,storage-memory}/src/**/*.ts": {
          statements: 92.6,
          branches: 84.9,
          functions: 91.2,
          lines: 93.9
        }
      }
    }
  }
})
