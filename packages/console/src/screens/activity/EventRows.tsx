import { Code, Text, UnstyledButton } from "@mantine/core"
import { Fragment, useState } from "react"
import { useHere } from "../../api/Project.ts"
import { Time } from "../../parts/Times.tsx"
import { eventTitle, valueText } from "../../parts/Values.ts"
import { PersonLink } from "../persons/PersonLink.tsx"
import type { Listed } from "./useEvents.ts"

interface EventRowsProps {
  readonly events: ReadonlyArray<Listed>
  /** Whether the person of each event is shown; not on the page of one. */
  readonly hasPersons?: boolean
}

/** Events, the latest first; each opens to its properties. */
export const EventRows = ({ events, hasPersons = true }: EventRowsProps) => {
  const { project } = useHere()
  const [open, setOpen] = useState<string>()
  return (
    <div className="rows" style={{ borderTop: 0 }}>
      <table aria-label="Events">
        <thead>
          <tr>
            <th scope="col">Event</th>
            {hasPersons ? <th scope="col">Person</th> : null}
            <th scope="col">Page or screen</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ at, distinctId, event, personId, personName, properties, uuid }) => (
            <Fragment key={uuid}>
              <tr>
                <td>
                  <UnstyledButton
                    fz="inherit"
                    fw={500}
                    aria-expanded={open === uuid}
                    onClick={() => setOpen(open === uuid ? undefined : uuid)}
                  >
                    {eventTitle(event)}
                  </UnstyledButton>
                </td>
                {hasPersons
                  ? (
                    <td>
                      {personId === undefined
                        ? distinctId
                        : <PersonLink id={personId} name={personName} />}
                    </td>
                  )
                  : null}
                <td>
                  <Text size="xs" c="dimmed" span>
                    {valueText(properties["$current_url"] ?? properties["$screen_name"] ?? "")}
                  </Text>
                </td>
                <td>
                  <Time at={at} zone={project.timezone} isAgo />
                </td>
              </tr>
              {open === uuid
                ? (
                  <tr>
                    <td colSpan={hasPersons ? 4 : 3} style={{ maxWidth: 0, whiteSpace: "normal" }}>
                      <Code block tabIndex={0} aria-label={`Properties of ${event}`}>
                        {JSON.stringify({ uuid, event, distinct_id: distinctId, timestamp: at, properties }, null, 2)}
                      </Code>
                    </td>
                  </tr>
                )
                : null}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
