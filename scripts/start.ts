/** `pnpm start`: bundles the server and builds its console when needed, and runs it with the given arguments. */
import { bundlePath, ensureBundle } from "./bundle.ts"
import { ensureConsole } from "./console.ts"

await ensureBundle()
ensureConsole()
await import("./guides-beside.ts")
await import(bundlePath)
