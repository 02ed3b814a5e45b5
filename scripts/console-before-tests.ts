/** Set up before the browser tests, some of which open the console. */
export { ensureConsole as setup } from "./console.ts"
