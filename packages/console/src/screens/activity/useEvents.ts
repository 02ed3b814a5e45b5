import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { askNode, hasMore, rowsOf } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { valueText } from "../../parts/Values.ts"
import { type Condition, whole } from "../filters/Condition.ts"

/** An event of a list. */
export interface Listed {
  readonly uuid: string
  readonly event: string
  readonly at: string
  readonly distinctId: string
  readonly personId: string | undefined
  readonly personName: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** The events that are asked for. */
export interface EventFilter {
  readonly event?: string
  readonly personId?: string
  readonly conditions?: ReadonlyArray<Condition>
  readonly isLive?: boolean
}

const perPage = 50
const liveEvery = 3_000

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? value as Readonly<Record<string, unknown>> : {}

const listed = ([whole, person]: ReadonlyArray<unknown>): Listed => {
  const { distinct_id, event, properties, timestamp, uuid } = record(whole)
  const { display_name, id } = record(person)
  return {
    uuid: valueText(uuid),
    event: valueText(event),
    at: valueText(timestamp),
    distinctId: valueText(distinct_id),
    personId: typeof id === "string" ? id : undefined,
    personName: valueText(display_name ?? distinct_id),
    properties: record(properties)
  }
}

/** Events that fulfil conditions, the latest first. */
export const useEvents = ({ conditions = [], event, isLive = false, personId }: EventFilter) => {
  const { client, project } = useHere()
  const properties = whole(conditions)
  return useInfiniteQuery({
    queryKey: [project.id, "events", event, personId, properties],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    ...isLive ? { refetchInterval: liveEvery, staleTime: 0 } : {},
    queryFn: async ({ pageParam: offset, signal }) => {
      const answer = await askNode(client, {
        kind: "EventsQuery",
        select: ["*", "person_display_name"],
        orderBy: ["timestamp DESC"],
        after: "all",
        limit: perPage,
        offset,
        ...event === undefined ? {} : { event },
        ...personId === undefined ? {} : { personId },
        ...properties.length === 0 ? {} : { properties }
      }, { signal, isFresh: isLive })
      return { events: rowsOf(answer).map(listed), next: hasMore(answer) ? offset + perPage : undefined }
    },
    getNextPageParam: ({ next }) => next
  })
}
