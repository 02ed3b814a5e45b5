import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { close, listen } from "./Relay.ts"

/** The builds of posthog-js: the one of its npm package, the one that loads no script from anywhere, and the server's. */
export type Build = "module" | "module.full.no-external" | "array"

const bundled = (build: string) =>
  `<script type="module">
  import posthog from "/${build}.js"
  window.posthog = posthog
</script>`

const served = (apiUrl: string) => `<script src="${apiUrl}/static/array.js"></script>`

const page = (build: string, apiUrl: string) =>
  `<!doctype html>
<meta charset="utf-8">
<title>Shop</title>
<link rel="icon" href="data:,">
${build === "array" ? served(apiUrl) : bundled(build)}
<button id="buy">Buy</button>
`

const { resolve } = createRequire(import.meta.url)

const packed = (file: string) => readFile(resolve(`posthog-js/dist/${file}`), "utf8")

/** A site of its own origin whose pages `/<build>?api=<url>` hold posthog-js, not yet started. */
export const startShop = async () => {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://shop")
    const name = pathname.slice(1)
    const [type, body] = name.endsWith(".js")
      ? ["text/javascript", await packed(name)]
      : ["text/html", page(name, searchParams.get("api") ?? "")]
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body)
  })
  return { url: await listen(server), stop: () => close(server) }
}

export type Shop = Awaited<ReturnType<typeof startShop>>
