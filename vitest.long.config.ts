import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/long/**/*.long.ts"],
    globalSetup: ["packages/testing/src/node/globalSetup.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    maxWorkers: 2
  }
})
