import "../../parts/FieldStyles.ts"
import { Button, Group, SegmentedControl, Skeleton, Stack, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Navigate } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { Conditions } from "../filters/Conditions.tsx"
import { useEventNames } from "../filters/Definitions.ts"
import { AnswerPane } from "./AnswerPane.tsx"
import { Counting } from "./Counting.tsx"
import { OnDashboards } from "./OnDashboards.tsx"
import { Cuts, KindOptions, Period, Switches } from "./Options.tsx"
import { asKind, describe, isKind, kinds, newQuestion, type Question, questionIn, sqlIn } from "./Question.ts"
import { SaveInsight } from "./SaveInsight.tsx"
import { SeriesRows } from "./SeriesRows.tsx"

const route = getRouteApi("/project/$project/insights/$insight")

/** The address of an insight that is not kept yet. */
const unsaved = "new"

const useKept = (id: string) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "insight", id],
    enabled: id !== unsaved,
    queryFn: ({ signal }) => client.insights.read({ id }, { signal })
  })
}

interface BuilderProps {
  readonly question: Question
  readonly event: string
  readonly onChange: (question: Question) => void
}

const Builder = ({ event, onChange, question }: BuilderProps) => {
  const isOfSeries = question.series !== undefined
  return (
    <section className="card" aria-label="Question">
      <Stack p="md" gap="lg">
        <div style={{ overflowX: "auto" }}>
          <SegmentedControl
            aria-label="Kind"
            value={question.kind}
            data={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
            onChange={(kind) => {
              if (isKind(kind)) onChange(asKind(question, kind, event))
            }}
          />
        </div>
        <div className="builder">
          <Stack gap="md">
            {isOfSeries
              ? <Title order={2} fz="sm">{question.kind === "FunnelsQuery" ? "Steps" : "Events"}</Title>
              : null}
            <SeriesRows question={question} onChange={onChange} />
            <KindOptions question={question} onChange={onChange} />
          </Stack>
          <Stack gap="md">
            <Title order={2} fz="sm">Of all events</Title>
            <Stack gap={6}>
              <Conditions
                about="all events"
                conditions={question.properties ?? []}
                onChange={(properties) => onChange({ ...question, properties })}
              />
            </Stack>
            <Cuts question={question} onChange={onChange} />
          </Stack>
        </div>
        <Group gap="xl">
          <Period question={question} onChange={onChange} />
          <Counting question={question} onChange={onChange} />
          <Switches question={question} onChange={onChange} />
        </Group>
      </Stack>
    </section>
  )
}

/** An insight: its question by clicks, and the answer under it. The question is in the address. */
export const InsightPage = () => {
  const { project } = useHere()
  const { insight: id } = route.useParams()
  const { q } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: kept, error, refetch } = useKept(id)
  const { data: names } = useEventNames("")
  const event = names?.includes("$pageview") === true ? "$pageview" : names?.[0]
  const isNew = id === unsaved
  const stored = kept === undefined ? undefined : questionIn(kept.query)
  const question = q ?? stored ?? (isNew && event !== undefined ? newQuestion("TrendsQuery", event) : undefined)
  const change = (next: Question) => void navigate({ search: { q: next }, replace: true })
  const title = kept === undefined
    ? isNew ? "New insight" : "Insight"
    : kept.name === ""
    ? question === undefined ? "Insight" : describe(question)
    : kept.name
  if (error !== null) {
    return (
      <Page title="Insight">
        <Fault error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (kept !== undefined && sqlIn(kept.query) !== undefined) {
    const params = { project: String(project.id) }
    return <Navigate to="/project/$project/sql" params={params} search={{ insight: id }} replace />
  }
  if (question === undefined) {
    return (
      <Page title={title}>
        {isNew && names !== undefined
          ? (
            <section className="card">
              <Empty title="Insights are about events">Send the first one from the page Home, then come back.</Empty>
            </section>
          )
          : <Skeleton height={420} />}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      actions={
        <Group gap="xs">
          {q === undefined || stored === undefined
            ? null
            : (
              <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
                Undo the changes
              </Button>
            )}
          <SaveInsight
            key={kept?.id ?? unsaved}
            kept={kept === undefined
              ? { name: "", dashboards: [] }
              : { id: kept.id, name: kept.name, dashboards: kept.dashboards }}
            query={question}
            suggested={describe(question)}
            onSaved={(saved) =>
              void navigate({
                to: "/project/$project/insights/$insight",
                params: { project: String(project.id), insight: String(saved) },
                search: {}
              })}
          />
        </Group>
      }
    >
      <Stack>
        {kept === undefined ? null : <OnDashboards dashboards={kept.dashboards} />}
        <Builder question={question} event={event ?? "$pageview"} onChange={change} />
        <AnswerPane question={question} title={title} />
      </Stack>
    </Page>
  )
}
