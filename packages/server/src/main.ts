#!/usr/bin/env node
/**
 * The program's entry: says which Node it needs where this one is older, and loads all else afterwards. So nothing here
 * may need a newer Node. Node's compiled code of the rest is kept, so that the next start need not compile it again.
 */
import * as module from "node:module"
import { cacheDirectory } from "./storage/CacheDirectory.ts"

/** The `engines` of the package. */
const needed = [22, 19] as const

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  module.enableCompileCache(cacheDirectory())
  await import("./Cli.ts")
} else {
  process.stderr.write(`Hedgerow needs Node ${needed.join(".")} or newer, and this is ${process.versions.node}.\n`)
  process.exitCode = 1
}
