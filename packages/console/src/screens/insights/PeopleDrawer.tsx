import type { Client } from "@hedgerow/client"
import { Button, Drawer, Group, Loader, Stack, Text, TextInput } from "@mantine/core"
import { useInfiniteQuery, useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { askNode, hasMore, rowsOf } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { countText, valueText } from "../../parts/Values.ts"
import { PersonLink } from "../persons/PersonLink.tsx"
import type { Behind } from "./AnswerTable.ts"

const perPage = 100

interface Listed {
  readonly id: string
  readonly name: string
  readonly createdAt: string
}

const listed = ([id, display, createdAt]: ReadonlyArray<unknown>): Listed => {
  const { display_name } = display as { readonly display_name?: unknown }
  return { id: valueText(id), name: valueText(display_name ?? id), createdAt: valueText(createdAt) }
}

const usePeople = (behind: Behind | undefined) => {
  const { client, project } = useHere()
  return useInfiniteQuery({
    queryKey: [project.id, "people", behind?.source],
    enabled: behind !== undefined,
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset, signal }) => {
      const answer = await askNode(client, {
        kind: "ActorsQuery",
        source: behind?.source,
        select: ["id", "person_display_name -- Person", "created_at"],
        limit: perPage,
        offset
      }, { signal })
      return { people: rowsOf(answer).map(listed), next: hasMore(answer) ? offset + perPage : undefined }
    },
    getNextPageParam: ({ next }) => next
  })
}

/** A static cohort takes at most so many people in one request. */
const mostMembers = 100_000
const idsAtOnce = 10_000

/** The ids of all people behind a number, as many as a cohort takes. */
const idsOf = async (client: Client, { source }: Behind): Promise<ReadonlyArray<string>> => {
  const ids: Array<string> = []
  for (let offset = 0; offset < mostMembers; offset += idsAtOnce) {
    const node = { kind: "ActorsQuery", source, select: ["id"], orderBy: ["id"], limit: idsAtOnce, offset }
    const answer = await askNode(client, node)
    for (const [id] of rowsOf(answer)) ids.push(valueText(id))
    if (!hasMore(answer)) break
  }
  return ids
}

/** Makes a cohort of the people. */
const MakeCohort = ({ behind }: { readonly behind: Behind }) => {
  const { client } = useHere()
  const [name, setName] = useState("")
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: async () => {
      const ids = await idsOf(client, behind)
      const cohort = await client.cohorts.create({
        body: {
          name: name.trim() === "" ? behind.title : name.trim(),
          is_static: true,
          _create_static_person_ids: [...ids]
        }
      })
      return { name: cohort.name, people: ids.length }
    }
  })
  return (
    <Stack gap={6}>
      <Group gap={6} align="end" wrap="nowrap">
        <TextInput
          className="grow"
          label="Keep them as a cohort"
          placeholder={behind.title}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button variant="default" loading={isPending} onClick={() => mutate()}>Make the cohort</Button>
      </Group>
      {error === null ? null : <Fault error={error} />}
      <Text size="sm" role="status">
        {data === undefined ? "" : `The cohort “${data.name}” is made, of ${countText(data.people)} people.`}
      </Text>
    </Stack>
  )
}

/** The people behind a number. */
export const PeopleDrawer = (
  { behind, onClose }: { readonly behind: Behind | undefined; readonly onClose: () => void }
) => {
  const { project } = useHere()
  const { data, error, fetchNextPage, hasNextPage, isFetching, refetch } = usePeople(behind)
  const people = data?.pages.flatMap(({ people }) => people) ?? []
  return (
    <Drawer
      opened={behind !== undefined}
      onClose={onClose}
      title={behind?.title ?? ""}
      position="right"
      size="md"
    >
      <Stack gap="md">
        {behind === undefined || people.length === 0 ? null : <MakeCohort key={behind.title} behind={behind} />}
        {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
        {people.length === 0 && !isFetching && error === null ? <Empty title="Nobody is behind this number" /> : null}
        {people.length === 0 ? null : (
          <div className="rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">Person</th>
                  <th scope="col">First seen</th>
                </tr>
              </thead>
              <tbody>
                {people.map(({ createdAt, id, name }) => (
                  <tr key={id}>
                    <td>
                      <PersonLink id={id} name={name} />
                    </td>
                    <td>
                      <Time at={createdAt} zone={project.timezone} isAgo />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {isFetching ? <Loader size="sm" mx="auto" /> : null}
        {hasNextPage && !isFetching
          ? <Button variant="default" onClick={() => void fetchNextPage()}>Show more</Button>
          : null}
      </Stack>
    </Drawer>
  )
}
