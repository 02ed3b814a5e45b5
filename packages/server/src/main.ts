#!/usr/bin/env node
/** The program's entry: Node's compiled code of the rest is kept, so that the next start need not compile it again. */
import { enableCompileCache } from "node:module"
import { cacheDirectory } from "./storage/CacheDirectory.ts"

enableCompileCache(cacheDirectory())
await import("./Cli.ts")
