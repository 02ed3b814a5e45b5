import "../../parts/FieldStyles.ts"
import {
  ActionIcon,
  Button,
  Checkbox,
  Code,
  Group,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title
} from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconDownload from "@tabler/icons-react/icons/IconDownload"
import IconTrash from "@tabler/icons-react/icons/IconTrash"
import IconX from "@tabler/icons-react/icons/IconX"
import { useMutation, useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { saveFile } from "../../parts/SaveFile.ts"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Time } from "../../parts/Times.tsx"
import { valueText } from "../../parts/Values.ts"
import { EventRows } from "../activity/EventRows.tsx"
import { useEvents } from "../activity/useEvents.ts"

const route = getRouteApi("/project/$project/persons/$person")

const usePerson = (id: string) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "person", id],
    queryFn: ({ signal }) => client.persons.read({ id }, { signal })
  })
}

/** A value as it was written: JSON where it is some, a text otherwise. */
const written = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const AddProperty = (
  { isPending, onAdd }: { readonly isPending: boolean; readonly onAdd: (key: string, value: unknown) => void }
) => {
  const [key, setKey] = useState("")
  const [value, setValue] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(key.trim(), written(value))
        setKey("")
        setValue("")
      }}
    >
      <Group gap={6} p="sm" align="end">
        <TextInput
          label="Property"
          required
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          w={160}
        />
        <TextInput label="Value" value={value} onChange={(event) => setValue(event.currentTarget.value)} w={180} />
        <Button type="submit" variant="default" loading={isPending}>Set it</Button>
      </Group>
    </form>
  )
}

const Properties = (
  { id, properties }: { readonly id: string; readonly properties: Readonly<Record<string, unknown>> }
) => {
  const { client, project } = useHere()
  const { error, isPending, mutate } = useMutation({
    mutationFn: async ({ key, value }: { readonly key: string; readonly value?: unknown }) =>
      value === undefined
        ? client.persons.deleteProperty({ id, body: { $unset: key } })
        : client.persons.updateProperty({ id, body: { key, value } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: [project.id, "person", id] })
  })
  const names = Object.keys(properties).toSorted()
  return (
    <section className="card" aria-label="Properties">
      <Title order={2} p="sm">Properties</Title>
      {error === null ? null : <Fault error={error} />}
      {names.length === 0 ?
        <Empty title="No properties yet">They come with events, or are set here.</Empty> :
        (
          <div className="rows">
            <table aria-label="Properties">
              <tbody>
                {names.map((name) => (
                  <tr key={name}>
                    <th scope="row" style={{ position: "static" }}>{name}</th>
                    <td title={valueText(properties[name])}>{valueText(properties[name])}</td>
                    <td className="number">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="sm"
                        aria-label={`Remove the property ${name}`}
                        onClick={() => mutate({ key: name })}
                      >
                        <IconX size={14} aria-hidden />
                      </ActionIcon>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      <AddProperty isPending={isPending} onAdd={(key, value) => mutate({ key, value })} />
    </section>
  )
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

const Facts = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="card" style={{ padding: 12 }}>
    <Text size="xs" c="dimmed">{name}</Text>
    <Text size="sm" component="div">{children}</Text>
  </div>
)

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
          <Properties id={id} properties={properties} />
        </div>
      </Stack>
    </Page>
  )
}
