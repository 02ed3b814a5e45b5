import "../../parts/FieldStyles.ts"
import { SimpleGrid, Skeleton, Stack, Title } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Facts } from "../../parts/Facts.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Time } from "../../parts/Times.tsx"
import { countText } from "../../parts/Values.ts"
import { EventRows } from "../activity/EventRows.tsx"
import { useEvents } from "../activity/useEvents.ts"
import { PersonLink } from "../persons/PersonLink.tsx"
import { Properties, type PropertyEdit } from "../persons/Properties.tsx"
import { useGroup, useRelated, useTypeIndex } from "./useGroups.ts"

const route = getRouteApi("/project/$project/groups/one")

interface Named {
  readonly index: number
  readonly group: string
}

const GroupProperties = (
  { group, index, properties }: Named & { readonly properties: Readonly<Record<string, unknown>> }
) => {
  const { client, project } = useHere()
  const named = { group_type_index: index, group_key: group }
  const { error, isPending, mutate } = useMutation({
    mutationFn: ({ key, value }: PropertyEdit) =>
      value === undefined
        ? client.groups.deleteProperty({ ...named, body: { $unset: key } })
        : client.groups.updateProperty({ ...named, body: { key, value } }),
    onSuccess: async (changed) => {
      cache.setQueryData([project.id, "group", index, group], changed)
      await cache.invalidateQueries({ queryKey: [project.id, "groups", index] })
    }
  })
  return <Properties properties={properties} error={error} isPending={isPending} onEdit={mutate} />
}

const Events = ({ group, index }: Named) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useEvents({
    conditions: [{ type: "event_metadata", key: `$group_${index}`, operator: "exact", value: group }]
  })
  const events = data?.pages.flatMap(({ events }) => events) ?? []
  return (
    <section className="card" aria-label="Events of the group">
      <Title order={2} p="sm">Events</Title>
      {error === null ? null : <Fault error={error} />}
      {events.length === 0 && data !== undefined
        ? (
          <Empty title="No events with this group">
            An event belongs to a group by its property <code>$groups</code>.
          </Empty>
        )
        : null}
      {events.length === 0 ? null : <EventRows events={events} />}
      <ShowMore isThere={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
        Show earlier ones
      </ShowMore>
    </section>
  )
}

const RelatedPersons = ({ group, index }: Named) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useRelated(index, group)
  const persons = data?.pages.flatMap(({ persons }) => persons) ?? []
  return (
    <section className="card" aria-label="Persons of the group">
      <Title order={2} p="sm">Persons</Title>
      {error === null ? null : <Fault error={error} />}
      {persons.length === 0 && data !== undefined ? <Empty title="Nobody has sent events with this group" /> : null}
      {persons.length === 0 ? null : (
        <div className="rows">
          <table aria-label="Persons">
            <thead>
              <tr>
                <th scope="col">Person</th>
                <th scope="col" className="number">Events with the group</th>
              </tr>
            </thead>
            <tbody>
              {persons.map(({ events, id, name }) => (
                <tr key={id}>
                  <td>
                    <PersonLink id={id} name={name} />
                  </td>
                  <td className="number">{countText(events)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ShowMore isThere={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
        Show more persons
      </ShowMore>
    </section>
  )
}

/** A group: what is known about it, what its persons did, and who they are. */
export const GroupPage = () => {
  const { project } = useHere()
  const { key: group = "", type = "" } = route.useSearch()
  const { error: typesError, index, types } = useTypeIndex(type)
  const { data, error, refetch } = useGroup(index, group)
  const fault = typesError ?? error
  if (types !== undefined && index === undefined) {
    return (
      <Page title="Group">
        <Empty title="There is no such type of groups">Events have named none with this name.</Empty>
      </Page>
    )
  }
  if (data === undefined || index === undefined) {
    return (
      <Page title="Group">
        {fault === null ? <Skeleton height={420} /> : <Fault error={fault} onRetry={() => void refetch()} />}
      </Page>
    )
  }
  return (
    <Page title={group}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Facts name="Type">{type}</Facts>
          <Facts name="First seen">
            <Time at={data.created_at} zone={project.timezone} />
          </Facts>
        </SimpleGrid>
        <div className="builder">
          <Stack style={{ minWidth: 0 }}>
            <Events index={index} group={group} />
            <RelatedPersons index={index} group={group} />
          </Stack>
          <GroupProperties index={index} group={group} properties={data.group_properties} />
        </div>
      </Stack>
    </Page>
  )
}
