import type { Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { DefinitionId } from "@hedgerow/core/definitions/Definition"
import { StoredProperty } from "@hedgerow/core/definitions/DefinitionEntities"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Option } from "effect"

/** The services that the suites of definitions need. */
export type DefinitionPorts = DefinitionRepository | OrganizationRepository | ProjectRepository | Transaction

export type It = Vitest.MethodsNonLive<DefinitionPorts>

/** Describes the stored property with this id. */
export const describeProperty = Effect.fnUntraced(
  function*(project: ProjectId, id: DefinitionId, change: (known: StoredProperty) => Partial<StoredProperty>) {
    const definitions = yield* DefinitionRepository
    const known = Option.getOrThrow(yield* definitions.findPropertyForUpdate(project, id))
    yield* definitions.describeProperty(new StoredProperty({ ...known, ...change(known) }))
  }
)

/** The whole list. */
export const all = { limit: 1000, offset: 0 }
