import type { ActivityLog } from "../activity/ActivityLog.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Changes } from "../entities/Changes.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import type { Transaction } from "../shared/Transaction.ts"
import type { OrganizationRepository, ProjectRepository, UserRepository } from "./AccessRepository.ts"
import type { ProjectAccess } from "./ProjectAccess.ts"
import type { ProjectSecretKeyRepository } from "./ProjectSecretKeyRepository.ts"

/** The ports that removing a project needs beside `PeoplePorts`. */
export type RemovalPorts = Jobs | ProjectSecretKeyRepository

/** The ports of the services that change organisations, their projects and their members. */
export type PeoplePorts =
  | ActivityLog
  | Changes
  | DefinitionsVersions
  | OrganizationRepository
  | ProjectAccess
  | ProjectRepository
  | Transaction
  | UserRepository
