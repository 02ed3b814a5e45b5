import "../../parts/FieldStyles.ts"
import { Badge, Drawer, Group, SegmentedControl, Stack, Text, TextInput, UnstyledButton } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import IconCircleCheck from "@tabler/icons-react/icons/IconCircleCheck"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { ListCard } from "../../parts/ListCard.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { countText } from "../../parts/Values.ts"
import { DefinitionForm, typeName } from "./DefinitionForm.tsx"
import { type Kind, kindIn, kinds } from "./Kinds.ts"
import { type Definition, useDefinitions } from "./useDefinitions.ts"

const route = getRouteApi("/project/$project/definitions")

const Name = ({ definition, onOpen }: { readonly definition: Definition; readonly onOpen: () => void }) => (
  <Group gap={6} wrap="nowrap">
    <UnstyledButton fz="inherit" fw={500} onClick={onOpen} aria-label={`Describe ${definition.name}`}>
      {definition.name}
    </UnstyledButton>
    {definition.verified ? <IconCircleCheck size={15} role="img" aria-label="Verified" /> : null}
    {definition.hidden ? <Badge size="xs" variant="outline" color="gray" c="dimmed">Hidden</Badge> : null}
  </Group>
)

interface RowsProps {
  readonly kind: Kind
  readonly definitions: ReadonlyArray<Definition>
  readonly onOpen: (definition: Definition) => void
}

const Rows = ({ definitions, kind, onOpen }: RowsProps) => {
  const { project } = useHere()
  return (
    <div className="rows" style={{ borderTop: 0 }}>
      <table aria-label={kinds[kind]}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            {kind === "events" ? null : <th scope="col">Type</th>}
            {kind === "events" ? <th scope="col" className="number">Events of 30 days</th> : null}
            {kind === "events" ? <th scope="col">Last seen</th> : null}
          </tr>
        </thead>
        <tbody>
          {definitions.map((definition) => (
            <tr key={definition.id}>
              <td>
                <Name definition={definition} onOpen={() => onOpen(definition)} />
              </td>
              <td title={definition.description}>
                {definition.description}
                {definition.tags.length === 0
                  ? null
                  : <Text size="xs" c="dimmed" span>{` ${definition.tags.map((tag) => `#${tag}`).join(" ")}`}</Text>}
              </td>
              {kind === "events" ? null : <td>{typeName(definition.type)}</td>}
              {kind === "events" ? <td className="number">{countText(definition.volume ?? 0)}</td> : null}
              {kind === "events"
                ? (
                  <td>
                    {typeof definition.lastSeen === "string"
                      ? <Time at={definition.lastSeen} zone={project.timezone} isAgo />
                      : "Never"}
                  </td>
                )
                : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The events and properties that the project has received, and what members say of them. */
export const DefinitionsPage = () => {
  const { kind = "events" } = route.useSearch()
  const navigate = route.useNavigate()
  const [written, setWritten] = useState("")
  const [search] = useDebouncedValue(written.trim(), 250)
  const [open, setOpen] = useState<Definition>()
  const pages = useDefinitions(kind, search)
  return (
    <Page title="Definitions">
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        title={open?.name ?? "Definition"}
      >
        {open === undefined
          ? null
          : <DefinitionForm key={open.id} kind={kind} definition={open} onDone={() => setOpen(undefined)} />}
      </Drawer>
      <Stack>
        <Group gap="sm">
          <SegmentedControl
            aria-label="Kind of definitions"
            data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
            value={kind}
            onChange={(value) => {
              const chosen = kindIn(value)
              void navigate({ search: chosen === "events" ? {} : { kind: chosen }, replace: true })
            }}
          />
          <TextInput
            aria-label="Search definitions"
            placeholder="Name, description or tag"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            maw={320}
          />
        </Group>
        <ListCard
          label={kinds[kind]}
          pages={pages}
          items={pages.data?.pages.flatMap(({ definitions }) => definitions)}
          empty={
            <Empty title={search === "" ? "Nothing is defined yet" : "Nothing fits"}>
              Names are learnt from the events that arrive. Describe them, so that others know which one to use.
            </Empty>
          }
        >
          {(definitions) => <Rows kind={kind} definitions={definitions} onOpen={setOpen} />}
        </ListCard>
      </Stack>
    </Page>
  )
}
