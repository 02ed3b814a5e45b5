import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Group } from "@hedgerow/core/persons/Group"
import { type GroupFilter, type GroupPlace, GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import { compareText } from "@hedgerow/sql/evaluate/CellOrder"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { bytesOf, requireBounded } from "../events/KnownSizes.ts"

const groupIdentity = (index: GroupTypeIndex, key: string): string => `${index}/${key}`

const addType = (data: MemoryProject, name: string): void => {
  const index = GroupTypeIndex.literals[data.groupTypes.size]
  if (index === undefined || data.groupTypes.has(name)) return
  data.groupTypes.set(name, index)
}

const ofType = (data: MemoryProject, index: GroupTypeIndex): ReadonlyArray<Group> =>
  [...data.groups.values()].filter((group) => group.group_type_index === index)

const isListed = ({ texts }: GroupFilter, place: GroupPlace | undefined) => ({ group_key }: Group): boolean => {
  const key = group_key.toLowerCase()
  if (!texts.every((text) => key.includes(text.toLowerCase()))) return false
  if (place === undefined) return true
  const order = compareText(group_key, place.key)
  return place.side === "after" ? order > 0 : order < 0
}

/** About the most bytes of properties in a page; its last group may go beyond. */
const bytesOfPage = 2 * 1024 * 1024

/** The first groups, as many as a page takes. */
const withinPage = (groups: ReadonlyArray<Group>, limit: number): ReadonlyArray<Group> => {
  const page: Array<Group> = []
  let bytes = 0
  for (const group of groups.slice(0, limit)) {
    if (bytes >= bytesOfPage) break
    page.push(group)
    bytes += bytesOf(group.properties)
  }
  return page
}

/** Group types and groups in memory. */
export const layer: Layer.Layer<GroupRepository, never, MemoryDatabase> = Layer.effect(
  GroupRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return GroupRepository.of({
      types: Effect.fn("GroupRepository.types")((project: ProjectId) =>
        database.operation((state) => new Map(state.of(project).groupTypes.entries()))
      ),
      ensureTypes: Effect.fn("GroupRepository.ensureTypes")((project: ProjectId, names: ReadonlyArray<string>) =>
        database.operation((state) => {
          const data = state.of(project)
          for (const name of names) addType(data, name)
          return new Map(data.groupTypes.entries())
        })
      ),
      lock: Effect.fn("GroupRepository.lock")(function*(
        project: ProjectId,
        keys: ReadonlyArray<{ readonly index: GroupTypeIndex; readonly key: string }>,
        bounds?: PropertyBounds
      ) {
        const found = yield* database.operation((state) => {
          const wanted = new Set(keys.map(({ index, key }) => groupIdentity(index, key)))
          return [...wanted].flatMap((identity) => state.of(project).groups.get(identity) ?? [])
        })
        yield* requireBounded(found, bounds)
        return found
      }),
      find: Effect.fn("GroupRepository.find")((project: ProjectId, index: GroupTypeIndex, key: string) =>
        database.operation((state) => state.of(project).groups.get(groupIdentity(index, key)))
      ),
      list: Effect.fn("GroupRepository.list")((
        project: ProjectId,
        filter: GroupFilter,
        place: GroupPlace | undefined,
        limit: number
      ) =>
        database.operation((state) => {
          const found = ofType(state.of(project), filter.index)
            .filter(isListed(filter, place))
            .toSorted((left, right) => compareText(left.group_key, right.group_key))
          const groups = place?.side === "before"
            ? withinPage(found.toReversed(), limit).toReversed()
            : withinPage(found, limit)
          return { groups, hasMore: found.length > groups.length }
        })
      ),
      claim: Effect.fn("GroupRepository.claim")((project: ProjectId, group: Group) =>
        database.operation((state) => {
          const { groups } = state.of(project)
          const identity = groupIdentity(group.group_type_index, group.group_key)
          if (groups.has(identity)) return false
          groups.set(identity, group)
          return true
        })
      ),
      page: Effect.fn("GroupRepository.page")((
        project: ProjectId,
        index: GroupTypeIndex,
        after: string | undefined,
        limit: number
      ) =>
        database.operation((state) =>
          ofType(state.of(project), index)
            .filter(({ group_key }) => after === undefined || compareText(group_key, after) > 0)
            .toSorted((left, right) => compareText(left.group_key, right.group_key))
            .slice(0, limit)
        )
      ),
      count: Effect.fn("GroupRepository.count")((project: ProjectId, index: GroupTypeIndex) =>
        database.operation((state) => ofType(state.of(project), index).length)
      ),
      save: (project: ProjectId, groups: ReadonlyArray<Group>) =>
        withoutCopies(
          database.operation((state) => {
            const data = state.of(project)
            for (const group of groups) data.groups.set(groupIdentity(group.group_type_index, group.group_key), group)
          }).pipe(Effect.withSpan("GroupRepository.save"))
        )
    })
  })
)
