import { defineConfig } from "vitest/config"
import config from "./vitest.long.config.ts"

/** Two minutes for each area, and Stryker takes both cores for one. */
export default defineConfig({
  test: { ...config.test, maxWorkers: 1, include: ["packages/*/test/**/*.mutants.ts"] }
})
