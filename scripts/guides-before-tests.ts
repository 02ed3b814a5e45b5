/** Set up before the browser tests, one of which reads the guides. */
export { ensureGuides as setup } from "./guides.ts"
