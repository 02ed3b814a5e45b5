/** Bundles the server for its package, whose program is the bundle: it starts sooner than many files. */
import { ensureBundle } from "./bundle.ts"

await ensureBundle()
