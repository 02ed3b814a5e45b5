import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import type { EventKeys } from "@hedgerow/core/events/EventKeys"
import type { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import type { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"

/** The services that the transaction suite needs: the transaction and every repository it changes. */
export type TransactionPorts =
  | DefinitionRepository
  | EventKeys
  | GroupRepository
  | OrganizationRepository
  | PersonRepository
  | ProjectRepository
  | Transaction
