import { Button, Group, Modal, Stack, TextInput } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconPinFilled from "@tabler/icons-react/icons/IconPinFilled"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { DashboardLink } from "./DashboardLink.tsx"
import { useDashboards } from "./useDashboards.ts"

const NewDashboard = ({ onClose }: { readonly onClose: () => void }) => {
  const { client, project } = useHere()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => client.dashboards.create({ body: { name: name.trim() } }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: [project.id, "dashboards"] })
      await navigate({
        to: "/project/$project/dashboards/$dashboard",
        params: { project: String(project.id), dashboard: String(id) }
      })
    }
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          required
          maxLength={400}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        {error === null ? null : <Fault error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit" loading={isPending}>Make it</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The dashboards of the project, those that are pinned first. */
export const DashboardsPage = () => {
  const { project } = useHere()
  const [isOpen, { close, open }] = useDisclosure(false)
  const { data, error, refetch } = useDashboards()
  return (
    <Page
      title="Dashboards"
      actions={<Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>New dashboard</Button>}
    >
      <Modal opened={isOpen} onClose={close} title="A new dashboard">
        <NewDashboard onClose={close} />
      </Modal>
      {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
      {data?.length === 0
        ? (
          <section className="card">
            <Empty title="No dashboards yet">
              A dashboard shows insights beside each other. Make one, then save insights to it.
            </Empty>
          </section>
        )
        : null}
      {data === undefined || data.length === 0 ? null : (
        <section className="card" aria-label="Dashboards">
          <div className="rows" style={{ borderTop: 0 }}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Description</th>
                  <th scope="col">Made</th>
                </tr>
              </thead>
              <tbody>
                {data.map(({ created_at, description, id, name, pinned }) => (
                  <tr key={id}>
                    <td>
                      <Group gap={6} wrap="nowrap">
                        <DashboardLink id={id} name={name} />
                        {pinned ? <IconPinFilled size={14} aria-label="Pinned" /> : null}
                      </Group>
                    </td>
                    <td title={description}>{description}</td>
                    <td>
                      <Time at={created_at} zone={project.timezone} isAgo />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </Page>
  )
}
