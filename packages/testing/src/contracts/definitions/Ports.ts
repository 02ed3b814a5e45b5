import type { Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"

/** The services that the suites of definitions need. */
export type DefinitionPorts = DefinitionRepository | OrganizationRepository | ProjectRepository | Transaction

export type It = Vitest.MethodsNonLive<DefinitionPorts>

/** The whole list. */
export const all = { limit: 1000, offset: 0 }
