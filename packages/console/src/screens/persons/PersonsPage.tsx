import "../../parts/FieldStyles.ts"
import { Stack, Text, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { ListCard } from "../../parts/ListCard.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { type Condition, whole } from "../filters/Condition.ts"
import { Conditions } from "../filters/Conditions.tsx"
import { PersonLink } from "./PersonLink.tsx"

const perPage = 50

const usePersons = (search: string, conditions: ReadonlyArray<Condition>) => {
  const { client, project } = useHere()
  const properties = whole(conditions)
  return useInfiniteQuery({
    queryKey: [project.id, "persons", search, properties],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: offset, signal }) =>
      await client.persons.list({
        limit: perPage,
        offset,
        ...search === "" ? {} : { search },
        ...properties.length === 0 ? {} : { properties: JSON.stringify(properties) }
      }, { signal }),
    getNextPageParam: ({ next }, pages) => next === null ? undefined : pages.length * perPage
  })
}

const none: ReadonlyArray<Condition> = []

/** The persons of the project, found by their names, ids and properties. */
export const PersonsPage = () => {
  const { project } = useHere()
  const [written, setWritten] = useState("")
  const [search] = useDebouncedValue(written.trim(), 250)
  const [conditions, setConditions] = useState(none)
  const pages = usePersons(search, conditions)
  return (
    <Page title="Persons">
      <Stack>
        <Stack gap={6}>
          <TextInput
            aria-label="Search persons"
            placeholder="E-mail, name or id"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            maw={360}
          />
          <Conditions about="the persons" type="person" conditions={conditions} onChange={setConditions} />
        </Stack>
        <ListCard
          label="Persons"
          pages={pages}
          items={pages.data?.pages.flatMap(({ results }) => results)}
          empty={
            <Empty title="Nobody fits">
              Persons are made by events. One with an e-mail or a name is found by it once it is identified.
            </Empty>
          }
        >
          {(persons) => (
            <div className="rows" style={{ borderTop: 0 }}>
              <table aria-label="Persons">
                <thead>
                  <tr>
                    <th scope="col">Person</th>
                    <th scope="col">Distinct id</th>
                    <th scope="col">First seen</th>
                  </tr>
                </thead>
                <tbody>
                  {persons.map(({ created_at, distinct_ids, id, name }) => (
                    <tr key={id}>
                      <td>
                        <PersonLink id={id} name={name} />
                      </td>
                      <td>
                        {distinct_ids[0]}
                        {distinct_ids.length > 1
                          ? <Text size="xs" c="dimmed" span>{` and ${distinct_ids.length - 1} more`}</Text>
                          : null}
                      </td>
                      <td>
                        <Time at={created_at} zone={project.timezone} isAgo />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </ListCard>
      </Stack>
    </Page>
  )
}
