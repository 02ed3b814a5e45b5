import type { Browser, Page } from "playwright-core"
import type { PostHog, PostHogConfig } from "posthog-js"
import type { Build, Shop } from "./Shop.ts"

/** The SDK as pages know it: what is given to `evaluate` runs there. */
declare const posthog: PostHog

/** The options of opening a page. */
export interface Opening {
  readonly browser: Browser
  readonly shop: Shop
  readonly apiUrl: string
  readonly token: string
}

/** Settings that are plain values, as they are sent to the page. */
export type Settings = Partial<
  Pick<PostHogConfig, "autocapture" | "bootstrap" | "capture_pageleave" | "capture_pageview" | "request_headers">
>

const settingsFor = (apiUrl: string, settings: Settings) => ({
  api_host: apiUrl,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  // A browser without a window counts as a robot, whose events are not sent.
  opt_out_useragent_filter: true,
  request_queue_config: { flush_interval_ms: 250 },
  ...settings
})

/** Collects all that goes wrong in a page; what it asks of other servers than these does. */
export const watch = (page: Page, urls: ReadonlyArray<string>): ReadonlyArray<string> => {
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`))
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText
    // Leaving a page aborts what it still waits for.
    if (reason !== "net::ERR_ABORTED") complaints.push(`${reason}: ${request.url()}`)
  })
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== "data:" && !urls.includes(origin)) complaints.push(`elsewhere: ${request.url()}`)
  })
  return complaints
}

/** Opens a page as a new visitor, starts posthog-js there and collects all that goes wrong. */
export const visit = async ({ apiUrl, browser, shop, token }: Opening, settings: Settings = {}, build?: Build) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = watch(page, [apiUrl, shop.url])
  await page.goto(`${shop.url}/${build ?? "module"}?api=${apiUrl}`)
  const start = () =>
    page.evaluate(([token, config]) => {
      posthog.init(token, JSON.parse(config) as Partial<PostHogConfig>)
    }, [token, JSON.stringify(settingsFor(apiUrl, settings))] as const)
  await start()

  return {
    page,
    reload: async () => {
      await page.reload()
      await start()
    },
    complaints,
    /** Waits until the flags of the current user have arrived. */
    flags: () => page.evaluate(() => new Promise<ReadonlyArray<string>>((resolve) => posthog.onFeatureFlags(resolve))),
    leave: () => context.close()
  }
}

export type Visit = Awaited<ReturnType<typeof visit>>
