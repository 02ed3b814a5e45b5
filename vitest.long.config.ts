import { tmpdir } from "node:os"
import { defineConfig, mergeConfig } from "vitest/config"
import config from "./vitest.config.ts"

// On a disk, unlike those of `test`: kills and recoveries are tried on a real one, and these files are larger.
process.env["TMPDIR"] ??= tmpdir()

/** Replaces the list of files instead of adding to it. Nobody waits for the long forms at his desk: they take four cores. */
const long = mergeConfig(config, { test: { testTimeout: 1_800_000, maxWorkers: 4 } })

export default defineConfig({ test: { ...long.test, include: ["packages/*/test/long/**/*.long.ts"] } })
