import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

const quiet = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--no-proxy-server",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** Starts the Chromium of `CHROMIUM_PATH`, or Debian's, without a window; fails when there is none. */
export const launchChromium = () => {
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"
  if (!existsSync(executablePath)) {
    throw new Error(`There is no Chromium at ${executablePath}: install one, or say in CHROMIUM_PATH where it is.`)
  }
  return chromium.launch({ executablePath, args: quiet })
}
