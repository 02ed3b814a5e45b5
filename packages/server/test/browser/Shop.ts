import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { createRequire } from "node:module"
import { close, listen } from "./Relay.ts"

/** The builds of posthog-js: the one of its npm package, and the one that loads no script from anywhere. */
export type Build = "module" | "module.full.no-external"

const page = (build: string) =>
  `<!doctype html>
<meta charset="utf-8">
<title>Shop</title>
<link rel="icon" href="data:,">
<script type="module">
  import posthog from "/${build}.js"
  window.posthog = posthog
</script>
<button id="buy">Buy</button>
`

const { resolve } = createRequire(import.meta.url)

const packed = (file: string) => readFile(resolve(`posthog-js/dist/${file}`), "utf8")

/** A site of its own origin whose pages `/<build>` hold posthog-js, not yet started. */
export const startShop = async () => {
  const server = createServer(async ({ url = "/" }, response) => {
    const name = new URL(url, "http://shop").pathname.slice(1)
    const [type, body] = name.endsWith(".js")
      ? ["text/javascript", await packed(name)]
      : ["text/html", page(name)]
    response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(body)
  })
  return { url: await listen(server), stop: () => close(server) }
}

export type Shop = Awaited<ReturnType<typeof startShop>>
