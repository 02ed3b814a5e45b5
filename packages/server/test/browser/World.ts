import { afterAll, afterEach, assert, beforeAll, beforeEach } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { type FlagServer, startFlagServer } from "../FlagServer.ts"
import { ask, settles } from "../ServerClient.ts"
import { launchChromium } from "./Chromium.ts"
import { type Relay, startRelay } from "./Relay.ts"
import { type Build, type Shop, startShop } from "./Shop.ts"
import { type Settings, type Visit, visit } from "./Visit.ts"

interface Started {
  readonly server: FlagServer
  readonly relay: Relay
  readonly shop: Shop
  readonly browser: Browser
}

/** The filters of a flag that everybody gets. */
export const everybody = [{ properties: [], rollout_percentage: 100 }]

/** Creates flags that have no dashboards. */
export const createFlags = async (server: FlagServer, bodies: ReadonlyArray<object>): Promise<void> => {
  for (const body of bodies) await server.create({ ...body, _should_create_usage_dashboard: false })
}

/**
 * The surroundings of a file's tests: a server with these flags behind a relay, a shop of another origin, and a
 * browser. A test fails when one of its pages reported an error.
 */
export const useBrowser = (flagBodies: ReadonlyArray<object>) => {
  let started: Started | undefined
  const visits: Array<Visit> = []

  const parts = (): Started => {
    if (started === undefined) throw new Error("The browser and its server are started by beforeAll.")
    return started
  }

  const track = async (opening: Promise<Visit>): Promise<Visit> => {
    const opened = await opening
    visits.push(opened)
    return opened
  }

  const open = (settings?: Settings, build?: Build): Promise<Visit> => {
    const { browser, relay, server, shop } = parts()
    return track(visit({ browser, shop, apiUrl: relay.url, token: server.token }, settings, build))
  }

  const sql = (query: string) => ask({ baseUrl: parts().server.url, key: parts().server.key }, query)
  const countOf = async (condition: string) => (await sql(`select count() from events where ${condition}`))[0]?.[0]

  beforeAll(async () => {
    const browser = await launchChromium()
    const server = await startFlagServer()
    started = { server, browser, relay: await startRelay(server.url), shop: await startShop() }
    await createFlags(server, flagBodies)
  })

  afterAll(async () => {
    await started?.browser.close()
    await started?.shop.stop()
    await started?.relay.stop()
    await started?.server.stop()
  })

  beforeEach(() => {
    parts().relay.exchanges.length = 0
  })

  afterEach(async () => {
    const complaints = visits.flatMap((opened) => opened.complaints)
    await Promise.all(visits.splice(0).map((opened) => opened.leave()))
    assert.deepStrictEqual(complaints, [])
  })

  return {
    parts,
    open,
    sql,
    /** Opens a page against another server than the one of the file. */
    openAt: (apiUrl: string, token: string): Promise<Visit> => {
      const { browser, shop } = parts()
      return track(visit({ browser, shop, apiUrl, token }))
    },
    /** Waits until one event is stored that the condition is true of. */
    arrives: (condition: string) => settles(() => countOf(condition), 1)
  }
}
