import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/browser/**/*.browser.ts"],
    globalSetup: [
      "scripts/bundle-before-tests.ts",
      "scripts/guides-before-tests.ts",
      "scripts/console-before-tests.ts"
    ],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1
  }
})
