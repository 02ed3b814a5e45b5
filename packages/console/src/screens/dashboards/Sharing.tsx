import type { Answer } from "@hedgerow/client"
import { Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconShare from "@tabler/icons-react/icons/IconShare"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { CopyText } from "../../parts/CopyText.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Time } from "../../parts/Times.tsx"

type SharingState = Answer<"dashboardSharing.read">

const useSharing = (dashboard: number) => {
  const { client, project } = useHere()
  const id = String(dashboard)
  const queryKey = [project.id, "sharing", dashboard]
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.dashboardSharing.read({ id }, { signal }),
    // Who opens the dialog again sees the link no more: only a hash of it is stored. Until then nothing takes its place.
    gcTime: 0,
    staleTime: Infinity
  })
  const onSuccess = (state: SharingState) => cache.setQueryData(queryKey, state)
  const switching = useMutation({
    mutationFn: (enabled: boolean) => client.dashboardSharing.update({ id, body: { enabled } }),
    onSuccess
  })
  const renewing = useMutation({ mutationFn: () => client.dashboardSharing.renew({ id }), onSuccess })
  return { found, switching, renewing }
}

const Maker = ({ state: { created_at, created_by } }: { readonly state: SharingState }) => {
  const { project } = useHere()
  if (created_at === null) return null
  return (
    <Text size="sm">
      The link was made <Time at={created_at} zone={project.timezone} isAgo />
      {created_by === null ? "." : ` by ${created_by.email}.`}
    </Text>
  )
}

const Link = ({ link }: { readonly link: string | null }) =>
  link === null
    ? (
      <Text size="sm">
        The link was shown when it was made, and only a hash of it is kept. If nobody has it any more, renew it: the one
        before then shows nothing.
      </Text>
    )
    : (
      <>
        <CopyText label="Link" value={link} />
        <Text size="sm">Copy it now: only a hash of it is kept, and it is not shown again.</Text>
      </>
    )

const Content = ({ dashboard }: { readonly dashboard: number }) => {
  const { found, renewing, switching } = useSharing(dashboard)
  const { data, error, refetch } = found
  if (data === undefined) {
    return error === null ? <Skeleton height={120} /> : <Fault error={error} onRetry={() => void refetch()} />
  }
  const fault = switching.error ?? renewing.error
  const isBusy = switching.isPending || renewing.isPending
  return (
    <Stack>
      <Text size="sm">
        Everybody who has the link sees this dashboard as it is now, with its texts and numbers: without a login, and
        without a way to anything else.
      </Text>
      {fault === null ? null : <Fault error={fault} />}
      {data.enabled
        ? (
          <>
            <Link link={data.link} />
            <Maker state={data} />
            <Group justify="space-between">
              <Button
                variant="default"
                color="red"
                disabled={isBusy}
                loading={switching.isPending}
                onClick={() => switching.mutate(false)}
              >
                Turn off
              </Button>
              <Button disabled={isBusy} loading={renewing.isPending} onClick={() => renewing.mutate()}>
                Renew the link
              </Button>
            </Group>
          </>
        )
        : (
          <Group justify="flex-end">
            <Button loading={isBusy} onClick={() => switching.mutate(true)}>Make a link</Button>
          </Group>
        )}
    </Stack>
  )
}

/** Shows a dashboard to everybody with a link, which is made, renewed and turned off here. */
export const Sharing = ({ dashboard }: { readonly dashboard: number }) => {
  const [isOpen, { close, open }] = useDisclosure(false)
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={open}>Share</Button>
      <Modal opened={isOpen} onClose={close} title="Share the dashboard by a link" size="lg">
        <Content dashboard={dashboard} />
      </Modal>
    </>
  )
}
