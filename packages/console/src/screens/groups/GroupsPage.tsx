import "../../parts/FieldStyles.ts"
import { Group, NativeSelect, Skeleton, Stack, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { ListCard } from "../../parts/ListCard.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { valueText } from "../../parts/Values.ts"
import { GroupLink } from "./GroupLink.tsx"
import { useGroups, useGroupTypes } from "./useGroups.ts"

const route = getRouteApi("/project/$project/groups")

interface Listed {
  readonly group_key: string
  readonly group_properties: Readonly<Record<string, unknown>>
  readonly created_at: string
}

/** The most properties that have a column. */
const mostColumns = 3

/** The names of the properties that most of the groups have. */
const commonNames = (groups: ReadonlyArray<Listed>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const name of groups.flatMap(({ group_properties }) => Object.keys(group_properties))) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].toSorted(([, few], [, many]) => many - few).slice(0, mostColumns).map(([name]) => name)
}

const cellText = (properties: Listed["group_properties"], name: string): string =>
  Object.hasOwn(properties, name) ? valueText(properties[name]) : "–"

const Rows = ({ groups, type }: { readonly groups: ReadonlyArray<Listed>; readonly type: string }) => {
  const { project } = useHere()
  const names = commonNames(groups)
  return (
    <div className="rows" style={{ borderTop: 0 }}>
      <table aria-label="Groups">
        <thead>
          <tr>
            <th scope="col">Key</th>
            {names.map((name) => <th scope="col" key={name}>{name}</th>)}
            <th scope="col">First seen</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ created_at, group_key, group_properties }) => (
            <tr key={group_key}>
              <td>
                <GroupLink type={type} group={group_key} />
              </td>
              {names.map((name) => (
                <td key={name} title={cellText(group_properties, name)}>{cellText(group_properties, name)}</td>
              ))}
              <td>
                <Time at={created_at} zone={project.timezone} isAgo />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ListProps {
  readonly type: string
  readonly index: number
  readonly search: string
}

const List = ({ index, search, type }: ListProps) => {
  const pages = useGroups(index, search)
  return (
    <ListCard
      label="Groups"
      pages={pages}
      items={pages.data?.pages.flatMap(({ results }) => results)}
      empty={
        <Empty title="No group fits">
          A group has a record once an event <code>$groupidentify</code> has named it.
        </Empty>
      }
    >
      {(groups) => <Rows groups={groups} type={type} />}
    </ListCard>
  )
}

/** The groups of the project, type by type, found by their keys. */
export const GroupsPage = () => {
  const { type: asked } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: types, error, refetch } = useGroupTypes()
  const [written, setWritten] = useState("")
  const [search] = useDebouncedValue(written.trim(), 250)
  const chosen = types?.find(({ group_type }) => group_type === asked) ?? types?.[0]
  return (
    <Page title="Groups">
      {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
      {types === undefined && error === null ? <Skeleton height={360} /> : null}
      {types !== undefined && chosen === undefined
        ? (
          <section className="card" aria-label="Groups">
            <Empty title="No groups yet">
              Events name the company, team or other group that their person acts for by their property{" "}
              <code>$groups</code>: <code>{"{\"company\": \"acme\"}"}</code>.
            </Empty>
          </section>
        )
        : null}
      {types === undefined || chosen === undefined ? null : (
        <Stack>
          <Group gap={6}>
            <NativeSelect
              aria-label="Type of groups"
              data={types.map(({ group_type }) => group_type)}
              value={chosen.group_type}
              onChange={(event) => void navigate({ search: { type: event.currentTarget.value }, replace: true })}
            />
            <TextInput
              aria-label="Search groups"
              placeholder="A part of the key"
              leftSection={<IconSearch size={16} aria-hidden />}
              value={written}
              onChange={(event) => setWritten(event.currentTarget.value)}
              style={{ flex: 1 }}
              maw={360}
            />
          </Group>
          <List type={chosen.group_type} index={chosen.group_type_index} search={search} />
        </Stack>
      )}
    </Page>
  )
}
