import { ActionIcon, Anchor, Badge, Code, Group, SimpleGrid, Skeleton, Stack, Tabs, Text, Title } from "@mantine/core"
import IconCheck from "@tabler/icons-react/icons/IconCheck"
import IconCopy from "@tabler/icons-react/icons/IconCopy"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { countText, eventTitle } from "../../parts/Values.ts"
import { snippets } from "./Snippets.ts"

const host = `${location.origin}${basePath}`

const CodeBlock = ({ code, label }: { readonly code: string; readonly label: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(code)
    setCopied(true)
  }
  return (
    <Group align="flex-start" wrap="nowrap" gap={4}>
      <Code block className="grow" tabIndex={0} aria-label={label}>{code}</Code>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
    </Group>
  )
}

const useLatestEvents = () => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "latest events"],
    queryFn: async ({ signal }) => {
      const { results } = await client.query.ask({
        query: { kind: "EventsQuery", select: ["event", "distinct_id", "timestamp", "uuid"], limit: 8 }
      }, { refresh: "force_blocking", signal })
      return results.map((row) => row.map(String))
    },
    refetchInterval: 3_000
  })
}

const SendEvents = ({ isFirst }: { readonly isFirst: boolean }) => {
  const { project } = useHere()
  return (
    <section className="card" aria-labelledby="send">
      <Stack p="md" gap="sm">
        <Title order={2} id="send">{isFirst ? "Send your first event" : "Send events"}</Title>
        <Text size="sm">
          The project token is{" "}
          <Code>{project.api_token}</Code>. It can only send, so it may stand in public pages. Every SDK that speaks
          this protocol works;{" "}
          <Anchor size="sm" underline="always" href={`${basePath}/guides/capture`}>the guide</Anchor>{" "}
          has all the fields.
        </Text>
        <Tabs defaultValue="Web" keepMounted={false}>
          <Tabs.List>
            {snippets(host, project.api_token).map(({ name }) => <Tabs.Tab key={name} value={name}>{name}</Tabs.Tab>)}
          </Tabs.List>
          {snippets(host, project.api_token).map(({ code, install, name }) => (
            <Tabs.Panel key={name} value={name} pt="sm">
              <Stack gap="xs">
                {install === undefined ? null : <CodeBlock code={install} label={`Install for ${name}`} />}
                <CodeBlock code={code} label={`Send from ${name}`} />
              </Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
        {isFirst
          ? (
            <Text size="sm" c="dimmed">
              To look around first, fill the project with a made-up product: run <Code>npx hedgerow demo</Code>{" "}
              beside the server.
            </Text>
          )
          : null}
      </Stack>
    </section>
  )
}

const Latest = () => {
  const { project } = useHere()
  const { data, error, refetch } = useLatestEvents()
  return (
    <section className="card" aria-labelledby="latest">
      <Group p="md" justify="space-between">
        <Title order={2} id="latest">Latest events</Title>
        <Badge variant="light" style={{ color: "var(--mantine-color-text)" }}>live</Badge>
      </Group>
      <div role="status" style={{ minHeight: 290 }}>
        {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null
          ? (
            <div style={{ padding: 16 }}>
              <Skeleton height={240} />
            </div>
          )
          : null}
        {data?.length === 0
          ? <Empty title="Waiting for the first event">It appears here within seconds of being sent.</Empty>
          : null}
        {data === undefined || data.length === 0 ? null : (
          <div className="rows">
            <table className="latest">
              <tbody>
                {data.map(([event = "", distinctId, timestamp = "", uuid]) => (
                  <tr key={uuid}>
                    <td>
                      <Anchor
                        size="sm"
                        renderRoot={(props) => (
                          <Link
                            {...props}
                            to="/project/$project/activity"
                            params={{ project: String(project.id) }}
                            search={{ event }}
                          />
                        )}
                      >
                        {eventTitle(event)}
                      </Anchor>
                    </td>
                    <td>{distinctId}</td>
                    <td className="number">
                      <Time at={timestamp} zone={project.timezone} isAgo />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </section>
  )
}

const Figures = () => {
  const { client, project } = useHere()
  const { data } = useQuery({
    queryKey: [project.id, "figures"],
    queryFn: async ({ signal }) => {
      const { results } = await client.query.ask(
        "SELECT count(), uniq(person_id), uniq(event) FROM events WHERE timestamp > now() - INTERVAL 7 DAY",
        { signal }
      )
      return results[0] ?? [0, 0, 0]
    }
  })
  const names = ["Events in 7 days", "Persons in 7 days", "Kinds of events in 7 days"]
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="md">
      {names.map((name, place) => (
        <div key={name} className="card" style={{ padding: 16 }}>
          <Text size="sm" c="dimmed">{name}</Text>
          <Text fz={26} fw={650} h={40}>{data === undefined ? " " : countText(Number(data[place] ?? 0))}</Text>
        </div>
      ))}
    </SimpleGrid>
  )
}

/** The start of a project: how to send events, and what arrives. */
export const HomePage = () => {
  const { project } = useHere()
  const { data } = useLatestEvents()
  return (
    <Page title={project.name}>
      <Figures />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <SendEvents isFirst={data?.length === 0} />
        <Latest />
      </SimpleGrid>
    </Page>
  )
}
