/**
 * Builds the image of `deploy/Dockerfile` without a container daemon: its instructions run in root directories that
 * begin empty, made of Debian's packages. Then runs it as a container runs it: as its user, as the first process, on a
 * root that is read-only. Needs root and Debian.
 */
import assert from "node:assert/strict"
import { cpSync, existsSync } from "node:fs"
import { join } from "node:path"
import { startContainer, waitUntilHealthy } from "./deploy/Container.ts"
import { buildImage } from "./deploy/ImageBuild.ts"
import { makeNodeRoot } from "./deploy/Roots.ts"
import { makeFolder } from "./release/Packages.ts"

const folder = makeFolder()
const began = Date.now()
const seconds = (): string => `${((Date.now() - began) / 1000).toFixed(0)} s`

const base = join(folder, "base")
makeNodeRoot(base)
console.log(`an empty Debian with Node: ${seconds()}`)

let count = 0
const image = buildImage("deploy/Dockerfile", (stage) => {
  assert.equal(stage.base, "node:24-bookworm-slim")
  const root = join(folder, `stage-${++count}`)
  cpSync(base, root, { recursive: true, verbatimSymlinks: true })
  return root
})
console.log(`the image is built: ${seconds()}`)

assert.ok(!existsSync(join(image.root, "source")), "the image has no sources")
const container = startContainer(image, { HEDGEROW_STORAGE: "memory", HEDGEROW_METRICS: "on" })
await waitUntilHealthy(container, image)
assert.match(container.status(), /^Uid:\t1000\t1000\t1000\t1000$/m)
assert.match(container.status(), /^NSpid:\t\d+\t1$/m, "the server is the first process")

const asked = container.execute([
  "node",
  "-e",
  "fetch('http://127.0.0.1:8000/metrics').then((r) => r.text()).then(console.log)"
])
assert.match(asked.output, /^hedgerow_build_info\{.*storage="memory".*\} 1$/m)
assert.equal(container.execute(["hedgerow", "--version"]).status, 0, "the command is on the path")
const written = container.execute(["touch", "/program/file"])
assert.match(written.output, /Read-only file system/)
assert.equal(container.execute(["touch", "/tmp/file"]).status, 0)

const signalled = Date.now()
assert.equal(await container.stop(), 0, container.output())
assert.match(container.output(), /Hedgerow is ready on http:\/\/0\.0\.0\.0:8000 \(storage: memory\)/)
console.log(`healthy, read-only, stopped in ${((Date.now() - signalled) / 1000).toFixed(1)} s: ${seconds()} in all`)
