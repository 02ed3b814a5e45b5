import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { askNode, hasMore, rowsOf } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { valueText } from "../../parts/Values.ts"

const perPage = 50

/** The types of groups that events have named. */
export const useGroupTypes = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "group types"],
    queryFn: ({ signal }) => client.groups.types({}, { signal })
  })
}

/** The index of a type by its name, once the types are known. */
export const useTypeIndex = (type: string | undefined) => {
  const { data, error } = useGroupTypes()
  return { error, types: data, index: data?.find(({ group_type }) => group_type === type)?.group_type_index }
}

const cursorIn = (next: string | null): string | undefined =>
  next === null ? undefined : new URL(next, location.origin).searchParams.get("cursor") ?? undefined

/** The groups of a type whose keys have a text, by key. */
export const useGroups = (index: number | undefined, search: string) => {
  const { client, project } = useHere()
  return useInfiniteQuery({
    queryKey: [project.id, "groups", index, search],
    enabled: index !== undefined,
    initialPageParam: "",
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: cursor, signal }) =>
      await client.groups.list({
        group_type_index: index ?? 0,
        limit: perPage,
        ...search === "" ? {} : { search },
        ...cursor === "" ? {} : { cursor }
      }, { signal }),
    getNextPageParam: ({ next }) => cursorIn(next)
  })
}

/** One group. */
export const useGroup = (index: number | undefined, key: string) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "group", index, key],
    enabled: index !== undefined,
    queryFn: ({ signal }) => client.groups.find({ group_type_index: index ?? 0, group_key: key }, { signal })
  })
}

/** A person that has sent events with a group. */
export interface Related {
  readonly id: string
  readonly name: string
  readonly events: number
}

const related = ([id, display, events]: ReadonlyArray<unknown>): Related => {
  const { display_name } = display as { readonly display_name?: unknown }
  return { id: valueText(id), name: valueText(display_name ?? id), events: Number(events) }
}

/** The persons that have sent events with the group, those with most events first. */
export const useRelated = (index: number, key: string) => {
  const { client, project } = useHere()
  return useInfiniteQuery({
    queryKey: [project.id, "related persons", index, key],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const answer = await askNode(client, {
        kind: "ActorsQuery",
        source: {
          kind: "HogQLQuery",
          query:
            `SELECT person_id, count() AS event_count FROM events WHERE $group_${index} = {key} GROUP BY person_id`,
          values: { key }
        },
        select: ["id", "person_display_name -- Person", "event_count"],
        orderBy: ["event_count DESC", "id"],
        limit: perPage,
        offset
      }, { signal })
      return { persons: rowsOf(answer).map(related), next: hasMore(answer) ? offset + perPage : undefined }
    },
    getNextPageParam: ({ next }) => next
  })
}
