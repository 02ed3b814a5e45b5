import { Group, Loader, Skeleton, Text, UnstyledButton } from "@mantine/core"
import { useState } from "react"
import { ChartView } from "../../charts/ChartView.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { RowsTable } from "../../parts/RowsTable.tsx"
import { type Behind, behindPoint, tableOf } from "./AnswerTable.ts"
import { Correlation } from "./Correlation.tsx"
import { PeopleDrawer } from "./PeopleDrawer.tsx"
import type { Question } from "./Question.ts"
import { useAnswer } from "./useAnswer.ts"

const Numbers = (
  { answer, onPick, question }: {
    readonly question: Question
    readonly answer: object
    readonly onPick: (behind: Behind) => void
  }
) => {
  const { columns, rows } = tableOf(question, answer)
  return (
    <RowsTable
      label="Numbers"
      columns={columns}
      count={rows.length}
      cell={(row, column) => {
        const cell = rows[row]?.[column]
        if (cell === undefined) return null
        const { behind, text } = cell
        return behind === undefined ? <span title={text}>{text}</span> : (
          <UnstyledButton
            fz="inherit"
            td="underline"
            style={{ textUnderlineOffset: 3, textDecorationColor: "var(--console-line)" }}
            aria-label={`${text}: people of ${behind.title}`}
            onClick={() => onPick(behind)}
          >
            {text}
          </UnstyledButton>
        )
      }}
    />
  )
}

/** Numbers of a sample are estimates, which is said where they stand. */
const Sampled = ({ question: { samplingFactor } }: { readonly question: Question }) =>
  samplingFactor === undefined || samplingFactor === null || samplingFactor >= 1 ? null : (
    <Text size="sm" px="md" pt="sm" role="note">
      Estimated from {(samplingFactor * 100).toLocaleString("en")}{" "}
      % of those that are counted: counts and sums are multiplied.
    </Text>
  )

/** The answer to a question as a chart and as numbers; the people behind a point are one click away. */
export const AnswerPane = ({ question, title }: { readonly question: Question; readonly title: string }) => {
  const { data, error, isFetching, refetch } = useAnswer(question)
  const [behind, setBehind] = useState<Behind>()
  const point = (series: number, at: number) => {
    if (data === undefined) return
    const found = behindPoint(data.node, data.answer, series, at)
    if (found !== undefined) setBehind(found)
  }
  return (
    <section className="card" aria-label="Answer" aria-busy={isFetching}>
      <Group p="sm" justify="space-between" wrap="nowrap" mih={44}>
        <Text size="sm" c="dimmed" role="status">
          {isFetching ? "Asking…" : "Choose a point or a number to see the people behind it."}
        </Text>
        {isFetching ? <Loader size="xs" /> : null}
      </Group>
      {error === null ? null : (
        <div style={{ padding: 12 }}>
          <Fault error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined
        ? error === null
          ? (
            <div style={{ padding: 12 }}>
              <Skeleton height={360} />
            </div>
          )
          : null
        : (
          <div style={{ opacity: isFetching ? 0.6 : 1 }}>
            <Sampled question={data.node} />
            <ChartView
              kind={data.node.kind}
              title={title}
              node={data.node}
              answer={data.answer}
              onPick={({ point: at, series }) => point(series, at)}
            />
            <Numbers question={data.node} answer={data.answer} onPick={setBehind} />
            {data.node.kind === "FunnelsQuery" ? <Correlation question={data.node} onPick={setBehind} /> : null}
          </div>
        )}
      <PeopleDrawer behind={behind} onClose={() => setBehind(undefined)} />
    </section>
  )
}
