import { Context, Effect, Layer } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { DefinitionRepository, type TypedProperty } from "./DefinitionRepository.ts"
import type { PropertyKey, PropertyKind } from "./PropertyDefinition.ts"
import { propertyTypesOf } from "./PropertyTypesRealm.ts"

/** The properties of a project whose type is not text, as of a version of its definitions. */
export interface KnownTypes {
  readonly version: number
  /**
   * The type of the property. Without a group type, a group's property has the type on which all group types that know
   * it agree.
   */
  readonly find: (
    kind: PropertyKind,
    group: GroupTypeIndex | undefined,
    name: string
  ) => Pick<TypedProperty, "is_mixed" | "property_type"> | undefined
}

const identityOf = ({ group_type_index, kind, name }: PropertyKey): string =>
  kind === "group" ? `group ${group_type_index ?? ""}/${name}` : `${kind}/${name}`

/** The type of all of these, if they agree. */
const agreed = (
  properties: ReadonlyArray<TypedProperty>
): Pick<TypedProperty, "is_mixed" | "property_type"> | undefined => {
  const [first, ...others] = properties
  return first === undefined || others.some(({ property_type }) => property_type !== first.property_type)
    ? undefined
    : { property_type: first.property_type, is_mixed: properties.some(({ is_mixed }) => is_mixed) }
}

/** The types that these properties have. */
export const knownTypes = (version: number, properties: ReadonlyArray<TypedProperty>): KnownTypes => {
  const byIdentity = new Map(properties.map((property) => [identityOf(property), property]))
  const ofGroups = Map.groupBy(properties.filter(({ kind }) => kind === "group"), ({ name }) => name)
  return {
    version,
    find: (kind, group, name) =>
      kind === "group" && group === undefined
        ? agreed(ofGroups.get(name) ?? [])
        : byIdentity.get(identityOf({ kind, group_type_index: group ?? null, name }))
  }
}

/** No property has a type. */
export const noTypes: KnownTypes = knownTypes(0, [])

const maxProjects = 10_000

/** The types of properties, as queries read their values: those that were learnt, or set over HTTP. */
export class TypedProperties extends Context.Service<TypedProperties, {
  /** As of the current version: a change shows at once on the server that made it. */
  readonly of: (project: ProjectId) => Effect.Effect<KnownTypes>
}>()("@hedgerow/core/definitions/TypedProperties") {
  static readonly layer: Layer.Layer<TypedProperties, never, DefinitionRepository | DefinitionsVersions> = Layer.effect(
    TypedProperties,
    Effect.gen(function*() {
      const repository = yield* DefinitionRepository
      const versions = yield* DefinitionsVersions
      const cache = yield* makeVersionedCache({
        realm: propertyTypesOf,
        load: (project: ProjectId) =>
          Effect.zipWith(versions.current(propertyTypesOf(project)), repository.typedProperties(project), knownTypes),
        isKept: () => true,
        capacity: maxProjects
      })
      return TypedProperties.of({ of: cache.get })
    })
  )

  /** Every property is text. */
  static readonly layerNone: Layer.Layer<TypedProperties> = Layer.succeed(TypedProperties, {
    of: () => Effect.succeed(noTypes)
  })
}
