import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { makeEventDefinitions } from "./EventDefinitions.ts"
import { makeInference } from "./LearnDefinitions.ts"
import { makePropertyDefinitions } from "./PropertyDefinitions.ts"

/** Event and property definitions in PostgreSQL. */
export const layer: Layer.Layer<DefinitionRepository, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    const learn = yield* makeInference
    return DefinitionRepository.of({
      learn,
      ...yield* makeEventDefinitions,
      ...yield* makePropertyDefinitions
    })
  })
)
