import type { ProjectId } from "../access/Project.ts"
import type { PropertyTypesRealm } from "../caching/DefinitionsVersionRepository.ts"

/** The realm whose version counts the changes of the types of a project's properties. */
export const propertyTypesOf = (project: ProjectId): PropertyTypesRealm => `property types of ${project}`
