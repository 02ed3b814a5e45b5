import type { Answer } from "@hedgerow/client"
import { keepPreviousData, useInfiniteQuery, useMutation } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import type { Kind } from "./Kinds.ts"

type EventDefinition = Answer<"definitions.event">
type PropertyDefinition = Answer<"definitions.property">

/** The types that values of a property are read as. */
export const propertyTypes = ["DateTime", "String", "Numeric", "Boolean", "Duration"] as const

export type PropertyType = typeof propertyTypes[number]

/** What is known of a name, and what members say of it. */
export interface Definition {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly verified: boolean
  readonly hidden: boolean
  /** The number of events of the last 30 days, and the last of all; of events only. */
  readonly volume?: number
  readonly lastSeen?: string | null
  /** Of properties only. */
  readonly type?: PropertyType | null
}

const shared = ({ description, hidden, id, name, tags, verified }: EventDefinition | PropertyDefinition) => ({
  id,
  name,
  description: description ?? "",
  tags,
  verified,
  hidden
})

const ofEvent = (one: EventDefinition): Definition => ({
  ...shared(one),
  volume: one.volume_30_day,
  lastSeen: one.last_seen_at
})

const ofProperty = (one: PropertyDefinition): Definition => ({ ...shared(one), type: one.property_type })

const perPage = 50

/** The definitions of a kind whose names have a text in them; events by their number, properties by name. */
export const useDefinitions = (kind: Kind, search: string) => {
  const { client, project } = useHere()
  return useInfiniteQuery({
    queryKey: [project.id, "definitions", kind, search],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: offset, signal }) => {
      const page = { search, limit: perPage, offset }
      if (kind === "events") {
        const { next, results } = await client.definitions.events({ ...page, ordering: "-volume_30_day" }, { signal })
        return { definitions: results.map(ofEvent), hasMore: next !== null }
      }
      const type = kind === "persons" ? "person" : "event"
      const { next, results } = await client.definitions.properties({ ...page, type }, { signal })
      return { definitions: results.map(ofProperty), hasMore: next !== null }
    },
    getNextPageParam: ({ hasMore }, pages) => hasMore ? pages.length * perPage : undefined
  })
}

/** The fields of a definition that members write. */
export type Written = Pick<Definition, "description" | "hidden" | "tags" | "type" | "verified">

/** Saves what is written of a definition. */
export const useSaving = (kind: Kind, { id }: Definition, onSaved: () => void) => {
  const { client, project } = useHere()
  return useMutation({
    mutationFn: async ({ tags, type, ...rest }: Written): Promise<object> =>
      kind === "events"
        ? client.definitions.updateEvent({ id, body: { ...rest, tags: [...tags] } })
        : client.definitions.updateProperty({
          id,
          body: { ...rest, tags: [...tags], ...type === undefined ? {} : { property_type: type } }
        }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [project.id, "definitions"] })
      onSaved()
    }
  })
}
