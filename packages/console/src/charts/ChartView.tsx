import { Button, Group, Skeleton, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { Fault } from "../parts/Fault.tsx"
import { Drawing } from "./Drawing.tsx"
import type { Picked } from "./Fitted.ts"

interface ChartViewProps {
  /** The kind of the query. */
  readonly kind: string
  readonly title: string
  readonly node: object
  readonly answer: object
  readonly table?: ReactNode
  readonly height?: number
  readonly onPick?: (picked: Picked) => void
}

/** The parts that draw are loaded when the first chart is shown. */
const loadCharts = () => import("@hedgerow/charts/insights/InsightChart")

/** The answer of a query as a chart, from the same description as the server's pictures, and as a table on request. */
export const ChartView = ({ answer, height, kind, node, onPick, table, title }: ChartViewProps) => {
  const [isTable, setTable] = useState(false)
  const { data, error } = useQuery({ queryKey: ["charts"], queryFn: loadCharts, staleTime: Infinity })
  if (error !== null) return <Fault error={error} />
  if (data === undefined) return <Skeleton height={height ?? 320} />
  const drawn = data.insightChart(kind, {
    title,
    node: node as Record<string, unknown>,
    answer: answer as Record<string, unknown>
  })
  if (drawn._tag === "Failure") return <Text size="sm" c="dimmed" p="md" role="status">{drawn.failure}</Text>
  const chart = drawn.success
  return (
    <figure className="chart" aria-label={title}>
      {isTable && table !== undefined
        ? table
        : <Drawing chart={chart} {...onPick === undefined ? {} : { onPick }} />}
      <figcaption>
        <Group justify="space-between" gap="xs" px="sm" pb="xs">
          <Text size="xs" c="dimmed">{chart.notes.join(" ")}</Text>
          {table === undefined ?
            null :
            (
              <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={() => setTable(!isTable)}>
                {isTable ? "Show as chart" : "Show as table"}
              </Button>
            )}
        </Group>
      </figcaption>
    </figure>
  )
}
