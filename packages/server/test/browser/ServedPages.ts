import { AxeBuilder } from "@axe-core/playwright"
import { afterAll, beforeAll } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"
import { launchChromium } from "./Chromium.ts"

/** The faults that axe finds, by their rules. The list of completions takes its keys from the editor. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  const { violations } = await new AxeBuilder({ page }).exclude(".cm-tooltip-autocomplete").analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
}

/** By how much a page is wider than its window. */
export const overflowOf = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

/** A browser, and the address of a server with memory storage, from before the tests of a file until after them. */
export const servedPages = () => {
  const data = makeDataDir()
  let found: { readonly browser: Browser; readonly server: RunningServer; readonly url: string } | undefined
  beforeAll(async () => {
    const browser = await launchChromium()
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_DATA_DIR: data.path })
    await server.ready
    found = { browser, server, url: parsePrinted(server.output()).baseUrl }
  })
  afterAll(async () => {
    await found?.browser.close()
    if (found !== undefined) await stopServer(found.server)
    data.remove()
  })
  return () => {
    if (found === undefined) throw new Error("The pages are served once the tests have begun.")
    return found
  }
}
