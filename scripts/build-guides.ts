/** `pnpm docs:site`: builds the guides as a site, in `site/dist` and for the server, when a page changed. */
import { ensureGuides } from "./guides.ts"

ensureGuides()
