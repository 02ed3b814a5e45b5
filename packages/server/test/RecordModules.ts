/** Loaded into a process before its program (`NODE_OPTIONS=--import`): records the project's files that it loads. */
import { appendFileSync } from "node:fs"
import { registerHooks } from "node:module"

const file = process.env["RECORDED_MODULES"]

registerHooks({
  load: (url, context, nextLoad) => {
    if (file !== undefined && url.includes("/packages/")) appendFileSync(file, `${url.split("/packages/")[1]}\n`)
    return nextLoad(url, context)
  }
})
