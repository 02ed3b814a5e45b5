import { Badge, Button, Group, Stack } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { api, cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Time } from "../../parts/Times.tsx"
import { zoneHere } from "../../parts/ZoneHere.ts"
import { browserName } from "./BrowserName.ts"
import { Section } from "./Section.tsx"

const key = ["sessions"]

/** The browsers in which the user is signed in. */
export const SessionsSection = () => {
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.ownSessions.list({}, { signal }) })
  const { error: fault, mutate } = useMutation({
    mutationFn: (id: string) => api.ownSessions.end({ id }),
    onSettled: () => cache.invalidateQueries({ queryKey: key })
  })
  return (
    <Section title="Sessions" about="The browsers in which you are logged in. End those that you do not know.">
      <Stack>
        {error === null ? null : <Fault error={error} />}
        {fault === null ? null : <Fault error={fault} />}
        {data === undefined ?
          null :
          (
            <div className="rows" role="region" aria-label="Your sessions" tabIndex={0} style={{ borderTop: 0 }}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Browser</th>
                    <th scope="col">Last used</th>
                    <th scope="col">Opened</th>
                    <th scope="col">Change</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map(({ created_at, id, is_current, last_used_at, user_agent }) => (
                    <tr key={id}>
                      <td title={user_agent ?? ""}>
                        <Group gap={6} wrap="nowrap">
                          {browserName(user_agent)}
                          {is_current ? <Badge variant="default" size="sm">This one</Badge> : null}
                        </Group>
                      </td>
                      <td>
                        <Time at={last_used_at} zone={zoneHere} isAgo />
                      </td>
                      <td>
                        <Time at={created_at} zone={zoneHere} isAgo />
                      </td>
                      <td>
                        {is_current ? null : (
                          <Button
                            size="compact-xs"
                            variant="default"
                            aria-label={`End the session of ${browserName(user_agent)}`}
                            onClick={() => mutate(id)}
                          >
                            End
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
      </Stack>
    </Section>
  )
}
