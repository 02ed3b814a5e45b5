import "../../parts/FieldStyles.ts"
import { Button, Checkbox, Code, Group, Modal, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconDownload from "@tabler/icons-react/icons/IconDownload"
import IconTrash from "@tabler/icons-react/icons/IconTrash"
import { useMutation, useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Facts } from "../../parts/Facts.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { saveFile } from "../../parts/SaveFile.ts"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Time } from "../../parts/Times.tsx"
import { EventRows } from "../activity/EventRows.tsx"
import { useEvents } from "../activity/useEvents.ts"
import { Properties, type PropertyEdit } from "./Properties.tsx"

const route = getRouteApi("/project/$project/persons/$person")

const usePerson = (id: string) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "person", id],
    queryFn: ({ signal }) => client.persons.read({ id }, { signal })
  })
}

/** The properties of the person, which are set and removed here. */
const PersonProperties = (
  { id, properties }: { readonly id: string; readonly properties: Readonly<Record<string, unknown>> }
) => {
  const { client, project } = useHere()
  const { error, isPending, mutate } = useMutation({
    mutationFn: async ({ key, value }: PropertyEdit) =>
      value === undefined
        ? client.persons.deleteProperty({ id, body: { $unset: key } })
        : client.persons.updateProperty({ id, body: { key, value } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [project.id, "person", id] })
  })
  return <Properties properties={properties} error={error} isPending={isPending} onEdit={mutate} />
}

const Events = ({ id }: { readonly id: string }) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useEvents({ personId: id })
  const events = data?.pages.flatMap(({ events }) => events) ?? []
  return (
    <section className="card" aria-label="Events of the person">
      <Title order={2} p="sm">Events</Title>
      {error === null ? null : <Fault error={error} />}
      {events.length === 0 && data !== undefined ? <Empty title="No events are kept of this person" /> : null}
      {events.length === 0 ? null : <EventRows events={events} hasPersons={false} />}
      <ShowMore isThere={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
        Show earlier ones
      </ShowMore>
    </section>
  )
}

const Removal = ({ id, name }: { readonly id: string; readonly name: string }) => {
  const { client, project } = useHere()
  const navigate = useNavigate()
  const [isOpen, { close, open }] = useDisclosure(false)
  const [withEvents, setWithEvents] = useState(false)
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => client.persons.remove({ id, delete_events: withEvents }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [project.id] })
      await navigate({ to: "/project/$project/persons", params: { project: String(project.id) } })
    }
  })
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={open}>Delete</Button>
      <Modal opened={isOpen} onClose={close} title={`Delete ${name}`}>
        <Stack>
          <Text size="sm">
            The person and its properties are gone at once. A later event of one of its ids makes a new person. This
            cannot be undone.
          </Text>
          <Checkbox
            label="Delete its events too"
            checked={withEvents}
            onChange={(event) => setWithEvents(event.currentTarget.checked)}
          />
          {error === null ? null : <Fault error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button color="red.9" loading={isPending} onClick={() => mutate()}>Delete</Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}

/** Saves everything that the project holds about a person as one file of JSON. */
const Export = ({ id }: { readonly id: string }) => {
  const { client } = useHere()
  const { error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const parts: Array<unknown> = []
      let offset: number | undefined = 0
      while (offset !== undefined) {
        const part: { readonly next: string | null } = await client.persons.export({ id, offset })
        parts.push(part)
        const next: string | null = part.next === null
          ? null
          : new URL(part.next, location.origin).searchParams.get("offset")
        offset = next === null ? undefined : Number(next)
      }
      saveFile(new Blob([JSON.stringify(parts.length === 1 ? parts[0] : parts, null, 2)]), `person-${id}.json`)
    }
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Export
      </Button>
      {error === null ? null : <Fault error={error} />}
    </>
  )
}

/** A person: what is known about it, and what it did. */
export const PersonPage = () => {
  const { project } = useHere()
  const { person: id } = route.useParams()
  const { data, error, refetch } = usePerson(id)
  if (data === undefined) {
    return (
      <Page title="Person">
        {error === null ? <Skeleton height={420} /> : <Fault error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  }
  const { created_at, distinct_ids, is_identified, name, properties } = data
  return (
    <Page
      title={name}
      actions={
        <>
          <Export id={id} />
          <Removal id={id} name={name} />
        </>
      }
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Facts name="First seen">
            <Time at={created_at} zone={project.timezone} />
          </Facts>
          <Facts name="Identified">{is_identified ? "Yes" : "No"}</Facts>
          <Facts name={distinct_ids.length === 1 ? "Distinct id" : "Distinct ids"}>
            {distinct_ids.slice(0, 10).map((one) => (
              <div key={one}>
                <Code>{one}</Code>
              </div>
            ))}
            {distinct_ids.length > 10 ? ` and ${distinct_ids.length - 10} more` : null}
          </Facts>
        </SimpleGrid>
        <div className="builder">
          <Events id={id} />
          <PersonProperties id={id} properties={properties} />
        </div>
      </Stack>
    </Page>
  )
}
