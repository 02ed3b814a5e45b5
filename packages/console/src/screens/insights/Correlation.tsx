import { Button, Group, Loader, NativeSelect, Text, UnstyledButton } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { askNode } from "../../api/Nodes.ts"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty } from "../../parts/Page.tsx"
import { countText } from "../../parts/Values.ts"
import type { Behind } from "./AnswerTable.ts"
import { type Compared, type Correlated, correlationNode, correlationOf, peopleOf } from "./Correlations.ts"
import type { Question } from "./Question.ts"

const compared: ReadonlyArray<{ readonly value: Compared; readonly label: string }> = [
  { value: "events", label: "Events in between" },
  { value: "properties", label: "Properties of people" }
]

const People = ({ behind, count, onPick }: {
  readonly behind: Behind
  readonly count: number
  readonly onPick: (behind: Behind) => void
}) => (
  <UnstyledButton
    fz="inherit"
    td="underline"
    style={{ textUnderlineOffset: 3, textDecorationColor: "var(--console-line)" }}
    aria-label={`${countText(count)}: people of ${behind.title}`}
    onClick={() => onPick(behind)}
  >
    {countText(count)}
  </UnstyledButton>
)

interface RowsProps {
  readonly question: Question
  readonly type: Compared
  readonly rows: ReadonlyArray<Correlated>
  readonly onPick: (behind: Behind) => void
}

const Rows = ({ onPick, question, rows, type }: RowsProps) => (
  <div className="rows">
    <table aria-label="Correlations">
      <thead>
        <tr>
          <th scope="col">{type === "events" ? "Event" : "Property"}</th>
          <th scope="col">Goes with</th>
          <th scope="col" className="number">Odds ratio</th>
          <th scope="col" className="number">Converted</th>
          <th scope="col" className="number">Did not</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td title={row.name}>{row.name}</td>
            <td>{row.isSuccess ? "conversion" : "leaving"}</td>
            <td className="number">{row.oddsRatio.toFixed(2)}</td>
            <td className="number">
              <People behind={peopleOf(question, type, row, true)} count={row.successes} onPick={onPick} />
            </td>
            <td className="number">
              <People behind={peopleOf(question, type, row, false)} count={row.failures} onPick={onPick} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Answer = ({ onPick, question, type }: Omit<RowsProps, "rows">) => {
  const { client, project } = useHere()
  const { data, error, refetch } = useQuery({
    queryKey: [project.id, "correlation", type, question],
    queryFn: async ({ signal }) => correlationOf(await askNode(client, correlationNode(question, type), { signal }))
  })
  if (error !== null) return <Fault error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <Group justify="center" p="lg">
        <Loader size="sm" />
      </Group>
    )
  }
  if (data.rows.length === 0) {
    return (
      <Empty title="Nothing stands out">
        It takes events or properties of at least 25 people, or 2 % of all, and people of both outcomes.
      </Empty>
    )
  }
  return (
    <>
      {data.isSkewed
        ? (
          <Text size="sm" px="sm" pb="xs" role="status">
            One outcome is more than ten times as frequent as the other: take these numbers with care.
          </Text>
        )
        : null}
      <Rows question={question} type={type} rows={data.rows} onPick={onPick} />
    </>
  )
}

/** What those who convert did or are more often than the others, beside a funnel. It is computed on request. */
export const Correlation = (
  { onPick, question }: { readonly question: Question; readonly onPick: (behind: Behind) => void }
) => {
  const [type, setType] = useState<Compared>()
  return (
    <section aria-label="Correlations" style={{ borderTop: "1px solid var(--console-line)" }}>
      <Group p="sm" justify="space-between">
        <Text size="sm" fw={600}>What goes along with conversion</Text>
        {type === undefined
          ? <Button size="xs" variant="default" onClick={() => setType("events")}>Compare</Button>
          : (
            <NativeSelect
              size="xs"
              aria-label="What is compared"
              data={[...compared]}
              value={type}
              onChange={({ currentTarget: { value } }) => setType(value === "properties" ? "properties" : "events")}
            />
          )}
      </Group>
      {type === undefined ? null : <Answer question={question} type={type} onPick={onPick} />}
    </section>
  )
}
