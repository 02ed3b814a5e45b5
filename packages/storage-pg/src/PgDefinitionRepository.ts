import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { makeEventDefinitions } from "./definitions/EventDefinitions.ts"
import { makeLearning } from "./definitions/LearnDefinitions.ts"
import { makePropertyDefinitions } from "./definitions/PropertyDefinitions.ts"

/** Event and property definitions in PostgreSQL. */
export const layer: Layer.Layer<DefinitionRepository, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    const learn = yield* makeLearning
    return DefinitionRepository.of({
      learn,
      ...yield* makeEventDefinitions,
      ...yield* makePropertyDefinitions
    })
  })
)
