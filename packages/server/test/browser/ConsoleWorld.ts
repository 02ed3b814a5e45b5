import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { makeDataDir, parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import { launchChromium } from "./Chromium.ts"
import { watch } from "./Visit.ts"

/** An event as it is sent. */
interface Sent {
  readonly event: string
  readonly distinct_id: string
  readonly properties?: object
  readonly timestamp?: string
}

/** A server with memory storage and its console in a browser. */
export type ConsoleWorld = Awaited<ReturnType<typeof startConsole>>

/** What a page of somebody unknown is told, which is no fault. */
const refusal = /^error: Failed to load resource: the server responded with a status of 40[014]/

export const startConsole = async (settings: Readonly<Record<string, string>> = {}) => {
  const data = makeDataDir()
  const browser: Browser = await launchChromium()
  const server = runServer(["serve"], {
    HEDGEROW_STORAGE: "memory",
    HEDGEROW_DATA_DIR: data.path,
    ...settings
  })
  await server.ready
  const { baseUrl, key, token } = parsePrinted(server.output())
  const opened: Array<{ readonly page: Page; readonly complaints: ReadonlyArray<string> }> = []

  const open = async (path: string, options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    // The policy of the page is broken nowhere: what it forbids is said in the console, too.
    opened.push({ page, complaints: watch(page, [baseUrl]) })
    await page.goto(baseUrl + path)
    return page
  }

  return {
    baseUrl,
    key,
    token,
    /** What the server has printed. */
    printed: () => server.output(),
    /** Opens a page as the owner of the project. */
    open: (path: string, options: BrowserContextOptions = {}) =>
      open(path, { extraHTTPHeaders: { authorization: `Bearer ${key}` }, ...options }),
    /** Opens a page as somebody whom the server does not know. */
    openStrange: (path: string, options: BrowserContextOptions = {}) => open(path, options),
    capture: async (events: ReadonlyArray<Sent>): Promise<void> => {
      const answer = await fetch(`${baseUrl}/batch/`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ api_key: token, batch: events })
      })
      if (!answer.ok) throw new Error(`The events were refused: ${answer.status} ${await answer.text()}`)
    },
    /** Closes the pages of a test, and returns what went wrong in them. */
    leave: async (): Promise<ReadonlyArray<string>> => {
      const found = opened.flatMap(({ complaints }) => complaints)
      await Promise.all(opened.splice(0).map(({ page }) => page.context().close()))
      return found.filter((complaint) => !refusal.test(complaint))
    },
    stop: async (): Promise<void> => {
      await browser.close()
      await stopServer(server)
      data.remove()
    }
  }
}
