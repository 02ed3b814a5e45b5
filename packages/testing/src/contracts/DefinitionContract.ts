import { layer } from "@effect/vitest"
import type { Layer } from "effect"
import * as Describing from "./definitions/Describing.ts"
import * as Events from "./definitions/Events.ts"
import type { DefinitionPorts } from "./definitions/Ports.ts"
import * as Properties from "./definitions/Properties.ts"

/** The contract of every `DefinitionRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<DefinitionPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Definitions: ${name}`, (it) => {
    Events.suite(it)
    Properties.suite(it)
    Describing.suite(it)
  })
}
