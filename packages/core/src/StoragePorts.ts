import type {
  OrganizationRepository,
  PersonalApiKeyRepository,
  ProjectRepository,
  UserRepository
} from "./access/AccessRepository.ts"
import type { DefinitionRepository } from "./events/DefinitionRepository.ts"
import type { EventKeys } from "./events/EventKeys.ts"
import type { EventStore } from "./events/EventStore.ts"
import type { EventWriter } from "./events/EventWriter.ts"
import type { GroupRepository } from "./persons/GroupRepository.ts"
import type { PersonRepository } from "./persons/PersonRepository.ts"
import type { QueryEngine } from "./query/QueryEngine.ts"
import type { Transaction } from "./shared/Transaction.ts"

/** Every port a storage provides; what `Domain.layer` asks for. */
export type StoragePorts =
  | DefinitionRepository
  | EventKeys
  | EventStore
  | EventWriter
  | GroupRepository
  | OrganizationRepository
  | PersonalApiKeyRepository
  | PersonRepository
  | ProjectRepository
  | QueryEngine
  | Transaction
  | UserRepository
