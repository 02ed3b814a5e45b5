import { ActionIcon, Button, Group, Modal, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconMail from "@tabler/icons-react/icons/IconMail"
import IconTrash from "@tabler/icons-react/icons/IconTrash"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Time } from "../../parts/Times.tsx"
import { nextDayAt } from "../../parts/ZonedTimes.ts"

const ways = [
  { value: "email", label: "By e-mail to", placeholder: "ada@example.com, bob@example.com" },
  { value: "slack", label: "To a Slack webhook", placeholder: "https://hooks.slack.com/…" },
  { value: "webhook", label: "To a webhook", placeholder: "https://example.com/hooks" }
] as const

type Way = typeof ways[number]["value"]

const frequencies = [
  { value: "daily", label: "Every day" },
  { value: "weekly", label: "Every week" },
  { value: "monthly", label: "Every month" }
] as const

type Frequency = typeof frequencies[number]["value"]

const useSubscriptions = (dashboard: number, isWanted: boolean) => {
  const { client, project } = useHere()
  const queryKey = [project.id, "subscriptions", dashboard]
  const found = useQuery({
    queryKey,
    enabled: isWanted,
    queryFn: async ({ signal }) => (await client.subscriptions.list({ dashboard, limit: 100 }, { signal })).results
  })
  const onSuccess = () => cache.invalidateQueries({ queryKey })
  const removing = useMutation({
    mutationFn: (id: number) => client.subscriptions.update({ id, body: { deleted: true } }),
    onSuccess
  })
  return { found, removing, onSuccess }
}

const NewSubscription = (
  { dashboard, name, onMade }: { readonly dashboard: number; readonly name: string; readonly onMade: () => void }
) => {
  const { client, project } = useHere()
  const [way, setWay] = useState<Way>("email")
  const [target, setTarget] = useState("")
  const [frequency, setFrequency] = useState<Frequency>("weekly")
  const [time, setTime] = useState("09:00")
  const { error, isPending, mutate } = useMutation({
    mutationFn: () =>
      client.subscriptions.create({
        body: {
          title: name.slice(0, 100),
          dashboard,
          target_type: way,
          target_value: target.trim(),
          frequency,
          start_date: nextDayAt(Date.now(), time, project.timezone)
        }
      }),
    onSuccess: () => {
      setTarget("")
      onMade()
    }
  })
  const { placeholder } = ways.find(({ value }) => value === way) ?? ways[0]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap="sm">
        <Group gap="xs" align="end" wrap="wrap">
          <NativeSelect
            aria-label="Way"
            data={ways.map(({ label, value }) => ({ value, label }))}
            value={way}
            onChange={({ currentTarget: { value } }) =>
              setWay(ways.find((one) => one.value === value)?.value ?? "email")}
          />
          <TextInput
            aria-label="Receivers"
            placeholder={placeholder}
            required
            value={target}
            onChange={(event) => setTarget(event.currentTarget.value)}
            style={{ flex: 1, minWidth: 200 }}
          />
        </Group>
        <Group gap="xs" align="end">
          <NativeSelect
            aria-label="How often"
            data={[...frequencies]}
            value={frequency}
            onChange={({ currentTarget: { value } }) =>
              setFrequency(frequencies.find((one) => one.value === value)?.value ?? "weekly")}
          />
          <TextInput
            type="time"
            aria-label="Time of day"
            required
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed">{`in ${project.timezone}, from tomorrow on`}</Text>
        </Group>
        {error === null ? null : <Fault error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>Send it</Button>
        </Group>
      </Stack>
    </form>
  )
}

const Content = ({ dashboard, name }: { readonly dashboard: number; readonly name: string }) => {
  const { project } = useHere()
  const { found, onSuccess, removing } = useSubscriptions(dashboard, true)
  const fault = found.error ?? removing.error
  return (
    <Stack>
      {fault === null ? null : <Fault error={fault} />}
      {found.data === undefined || found.data.length === 0 ? null : (
        <Stack gap={6}>
          <Title order={3} fz="sm">It is sent</Title>
          {found.data.map(({ frequency, id, next_delivery_date, target_type, target_value }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm" className="cut" title={target_value}>
                {`${frequency} by ${target_type} to ${target_value}`}
                {typeof next_delivery_date === "string"
                  ? (
                    <Text size="xs" c="dimmed" component="span" display="block">
                      next <Time at={next_delivery_date} zone={project.timezone} />
                    </Text>
                  )
                  : null}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Stop sending to ${target_value}`}
                onClick={() =>
                  removing.mutate(id)}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
        </Stack>
      )}
      <NewSubscription dashboard={dashboard} name={name} onMade={() => void onSuccess()} />
    </Stack>
  )
}

/** Sends a dashboard to people on a schedule, with its charts as pictures. */
export const Subscriptions = (props: { readonly dashboard: number; readonly name: string }) => {
  const [isOpen, { close, open }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={open}>Send regularly</Button>
      <Modal opened={isOpen} onClose={close} title="Send the dashboard regularly" size="lg">
        <Content {...props} />
      </Modal>
    </>
  )
}
