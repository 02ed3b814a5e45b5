import { eventDefinitionEntity, propertyDefinitionEntity } from "@hedgerow/core/definitions/DefinitionEntities"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { definitionRepository } from "@hedgerow/core/definitions/DescribedDefinitions"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"
import { makeEventLists } from "./EventLists.ts"
import { makeInference } from "./LearnDefinitions.ts"
import { makePropertyLists } from "./PropertyLists.ts"

/** Event and property definitions in PostgreSQL. */
export const layer: Layer.Layer<DefinitionRepository, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    return definitionRepository(
      yield* PgEntity.make(eventDefinitionEntity),
      yield* PgEntity.make(propertyDefinitionEntity),
      { learn: yield* makeInference, ...yield* makeEventLists, ...yield* makePropertyLists }
    )
  })
)
