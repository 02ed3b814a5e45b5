import type { PropertyTypesRealm } from "../caching/DefinitionsVersionRepository.ts"
import type { ProjectId } from "../identity/Project.ts"

/** The realm whose version counts the changes of the types of a project's properties. */
export const propertyTypesOf = (project: ProjectId): PropertyTypesRealm => `property types of ${project}`
