/** Loaded into a process before its program (`NODE_OPTIONS=--import`): the optional package `chdb` is not installed. */
import { registerHooks } from "node:module"

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    if (specifier.startsWith("chdb")) throw new Error(`Cannot find package ${specifier}`)
    return nextResolve(specifier, context)
  }
})
