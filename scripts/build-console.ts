/** `pnpm build:console`: builds the console for the server, when a source of it changed. */
import { ensureConsole } from "./console.ts"

ensureConsole()
