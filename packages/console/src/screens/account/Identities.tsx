import { Button, Group, Stack, Text } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { api, cache } from "../../api/Server.ts"
import { readSession } from "../../api/Session.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Section } from "./Section.tsx"

const key = ["identities"]

const useIdentities = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const { provider } = await readSession()
      return { provider, identities: provider === null ? [] : await api.identities.list({}, { signal }) }
    }
  })

/** The persons of the provider who are the user; nothing where the server has no provider. */
export const IdentitiesSection = () => {
  const { data } = useIdentities()
  const connecting = useMutation({
    mutationFn: () => api.identities.connect(),
    onSuccess: ({ url }) => window.location.assign(url)
  })
  const disconnecting = useMutation({
    mutationFn: (id: string) => api.identities.disconnect({ id }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key })
  })
  if (data === undefined || data.provider === null) return null
  const fault = connecting.error ?? disconnecting.error
  return (
    <Section title={`Log in with ${data.provider}`} about="Whoever is connected logs you in, without your password.">
      <Stack>
        {fault === null ? null : <Fault error={fault} />}
        {data.identities.map(({ email, id, issuer }) => (
          <Group key={id} gap="sm">
            <Text size="sm">{email ?? issuer}</Text>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Disconnect ${email ?? issuer}`}
              onClick={() => disconnecting.mutate(id)}
            >
              Disconnect
            </Button>
          </Group>
        ))}
        <Group>
          <Button
            variant="default"
            loading={connecting.isPending}
            onClick={() =>
              connecting.mutate()}
          >
            {data.identities.length === 0 ? "Connect" : "Connect another"}
          </Button>
        </Group>
      </Stack>
    </Section>
  )
}
