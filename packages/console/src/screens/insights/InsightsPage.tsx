import { Anchor, Button, Text, TextInput } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import IconSearch from "@tabler/icons-react/icons/IconSearch"
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Time } from "../../parts/Times.tsx"
import { describe, kinds, questionIn, sqlIn } from "./Question.ts"

const perPage = 50

const kindOf = (query: unknown): string => {
  const question = questionIn(query)
  if (question !== undefined) return kinds[question.kind]
  return sqlIn(query) === undefined ? "Other" : "SQL"
}

const nameOf = ({ name, query }: { readonly name: string; readonly query: unknown }): string => {
  const question = questionIn(query)
  return name !== "" ? name : question === undefined ? "Without a name" : describe(question)
}

const useInsights = (search: string) => {
  const { client, project } = useHere()
  return useInfiniteQuery({
    queryKey: [project.id, "insights", search],
    initialPageParam: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam: offset, signal }) =>
      await client.insights.list({
        limit: perPage,
        offset,
        saved: true,
        order: "-last_modified_at",
        ...search === "" ? {} : { search }
      }, { signal }),
    getNextPageParam: ({ next }, pages) => next === null ? undefined : pages.length * perPage
  })
}

/** The kept insights of the project. */
export const InsightsPage = () => {
  const { project } = useHere()
  const [written, setWritten] = useState("")
  const [search] = useDebouncedValue(written.trim(), 250)
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInsights(search)
  const insights = data?.pages.flatMap(({ results }) => results)
  const params = { project: String(project.id) }
  return (
    <Page
      title="Insights"
      actions={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/project/$project/insights/$insight"
              params={{ ...params, insight: "new" }}
              search={{}}
            />
          )}
        >
          New insight
        </Button>
      }
    >
      <TextInput
        aria-label="Search insights"
        placeholder="Search"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        maw={360}
        mb="md"
      />
      {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
      {insights?.length === 0
        ? (
          <section className="card">
            <Empty title={search === "" ? "No insights yet" : "No insight has these words"}>
              An insight is a question about events that is kept: how many, by whom, in which order, and who came back.
            </Empty>
          </section>
        )
        : null}
      {insights === undefined || insights.length === 0 ? null : (
        <section className="card" aria-label="Insights">
          <div className="rows" style={{ borderTop: 0 }}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Changed</th>
                </tr>
              </thead>
              <tbody>
                {insights.map((insight) => (
                  <tr key={insight.id}>
                    <td>
                      <Anchor
                        size="sm"
                        renderRoot={(props) => (
                          <Link
                            {...props}
                            to="/project/$project/insights/$insight"
                            params={{ ...params, insight: String(insight.id) }}
                            search={{}}
                          />
                        )}
                      >
                        {nameOf(insight)}
                      </Anchor>
                    </td>
                    <td>
                      <Text size="sm" c="dimmed" span>{kindOf(insight.query)}</Text>
                    </td>
                    <td>
                      <Time at={insight.last_modified_at} zone={project.timezone} isAgo />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <ShowMore isThere={hasNextPage} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
            Show more
          </ShowMore>
        </section>
      )}
    </Page>
  )
}
