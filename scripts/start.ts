/** `pnpm start`: bundles the server when needed and runs it with the given arguments. */
import { bundlePath, ensureBundle } from "./bundle.ts"

await ensureBundle()
await import("./guides-beside.ts")
await import(bundlePath)
