import { Button, Group, Modal, MultiSelect, Stack, Text, TextInput } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconDeviceFloppy from "@tabler/icons-react/icons/IconDeviceFloppy"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { asNode } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { useDashboards } from "../dashboards/useDashboards.ts"

/** An insight as it is kept: what the form changes of it. */
export interface Kept {
  readonly id?: number
  readonly name: string
  readonly dashboards: ReadonlyArray<number>
}

interface SaveProps {
  readonly kept: Kept
  readonly query: object
  readonly suggested: string
  readonly onSaved: (id: number) => void
  /** Whether something else is the first thing to do on the page. */
  readonly isSecond?: boolean
}

const Form = ({ kept, onClose, onSaved, query, suggested }: SaveProps & { readonly onClose: () => void }) => {
  const { client, project } = useHere()
  const [name, setName] = useState(kept.name)
  const [dashboards, setDashboards] = useState(kept.dashboards.map(String))
  const { data = [] } = useDashboards()
  const [isListOpen, list] = useDisclosure(false)
  const { error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const body = {
        name: name.trim() === "" ? suggested : name.trim(),
        query: asNode(query),
        saved: true,
        dashboards: dashboards.map(Number)
      }
      return kept.id === undefined
        ? client.insights.create({ body })
        : client.insights.update({ id: kept.id, body })
    },
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: [project.id, "insights"] })
      await cache.invalidateQueries({ queryKey: [project.id, "insight", String(id)] })
      await cache.invalidateQueries({ queryKey: [project.id, "dashboard"] })
      onClose()
      onSaved(id)
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
          placeholder={suggested}
          maxLength={400}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <MultiSelect
          label="On dashboards"
          placeholder={dashboards.length === 0 ? "None" : ""}
          data={data.map(({ id, name }) => ({ value: String(id), label: name === "" ? `Dashboard ${id}` : name }))}
          value={dashboards}
          onChange={setDashboards}
          dropdownOpened={isListOpen}
          onDropdownOpen={list.open}
          onDropdownClose={list.close}
          // Most insights are on one dashboard: the list does not stay over the button.
          onOptionSubmit={list.close}
          searchable
        />
        {error === null ? null : <Fault error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit" loading={isPending}>Save</Button>
        </Group>
        <Text size="xs" c="dimmed">Everybody in the project sees what is saved.</Text>
      </Stack>
    </form>
  )
}

/** Keeps the question under a name, on dashboards. */
export const SaveInsight = (props: SaveProps) => {
  const [isOpen, { close, open }] = useDisclosure(false)
  return (
    <>
      <Button
        variant={props.isSecond === true ? "default" : "filled"}
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        onClick={open}
      >
        Save
      </Button>
      <Modal opened={isOpen} onClose={close} title="Save the insight">
        <Form {...props} onClose={close} />
      </Modal>
    </>
  )
}
