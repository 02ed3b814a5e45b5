/** Set up before the tests: they start the server as `pnpm start` does, which takes half the time of its sources. */
export { ensureBundle as setup } from "./bundle.ts"
