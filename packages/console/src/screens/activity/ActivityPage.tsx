import "../../parts/FieldStyles.ts"
import { Group, Loader, Stack, Switch, Text } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { ListCard } from "../../parts/ListCard.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import type { Condition } from "../filters/Condition.ts"
import { Conditions } from "../filters/Conditions.tsx"
import { EventChoice } from "../filters/NameChoice.tsx"
import { EventRows } from "./EventRows.tsx"
import { useEvents } from "./useEvents.ts"

const route = getRouteApi("/project/$project/activity")

const none: ReadonlyArray<Condition> = []

/** The events of the project as they come, and those of before. */
export const ActivityPage = () => {
  const { event } = route.useSearch()
  const navigate = route.useNavigate()
  const [conditions, setConditions] = useState(none)
  const [isLive, setLive] = useState(true)
  const pages = useEvents({ conditions, isLive, ...event === undefined ? {} : { event } })
  return (
    <Page
      title="Activity"
      actions={<Switch label="Live" checked={isLive} onChange={(change) => setLive(change.currentTarget.checked)} />}
    >
      <Stack>
        <Stack gap={6}>
          <EventChoice
            label="Event"
            value={event ?? null}
            onChange={(chosen) => void navigate({ search: chosen === null ? {} : { event: chosen }, replace: true })}
          />
          <Conditions about="the events" conditions={conditions} onChange={setConditions} />
        </Stack>
        <ListCard
          label="Events"
          pages={pages}
          items={pages.data?.pages.flatMap(({ events }) => events)}
          empty={
            <Empty title="No event fits">
              {isLive ? "It appears here within seconds of being sent." : "Take a condition away, or look live."}
            </Empty>
          }
          more="Show earlier ones"
        >
          {(events) => <EventRows events={events} />}
        </ListCard>
        <Group gap={6} mih={20} role="status">
          {isLive ? <Loader size={12} type="dots" aria-hidden /> : null}
          <Text size="xs" c="dimmed">{isLive ? "Looks for new events every three seconds." : ""}</Text>
        </Group>
      </Stack>
    </Page>
  )
}
