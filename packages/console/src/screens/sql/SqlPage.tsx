import "../../parts/FieldStyles.ts"
import { Button, Drawer, Group, Kbd, Loader, Menu, SegmentedControl, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import IconDownload from "@tabler/icons-react/icons/IconDownload"
import IconHistory from "@tabler/icons-react/icons/IconHistory"
import IconPlayerPlay from "@tabler/icons-react/icons/IconPlayerPlay"
import IconPlayerStop from "@tabler/icons-react/icons/IconPlayerStop"
import { useMutation, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { useHere } from "../../api/Project.ts"
import { ChartView } from "../../charts/ChartView.tsx"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { RowsTable } from "../../parts/RowsTable.tsx"
import { timeText } from "../../parts/Times.tsx"
import { countText, valueText } from "../../parts/Values.ts"
import { Waiting } from "../../parts/Waiting.tsx"
import { OnDashboards } from "../insights/OnDashboards.tsx"
import { sqlIn } from "../insights/Question.ts"
import { type Kept, SaveInsight } from "../insights/SaveInsight.tsx"
import { download, type FileForm, fileForms } from "./Downloads.ts"
import { Draft } from "./Draft.tsx"
import { Editor, type EditorHandle } from "./Editor.tsx"
import { ranBefore } from "./History.ts"
import { Plan } from "./Plan.tsx"
import { type SqlRun, useSqlRun } from "./RunSql.ts"
import { Schema } from "./Schema.tsx"
import { variableNames, variablesOf } from "./VariableNames.ts"
import { useVariables, Variables } from "./Variables.tsx"
import { viewIn } from "./Views.ts"

const route = getRouteApi("/project/$project/sql")

const isNumberType = (type: string): boolean => /^(?:Nullable\()?(?:U?Int|Float|Decimal)/.test(type)

const shortType = (type: string): string =>
  type.replaceAll(/(?:Nullable|LowCardinality)\((.*)\)/g, "$1").replace(/\(.*$/, "")

const columnsOf = ({ answer }: SqlRun) =>
  (answer?.types ?? []).map((entry) => {
    const [name, type] = Array.isArray(entry) ? entry.map(String) : []
    return { name: name ?? "", type: shortType(type ?? ""), isNumber: isNumberType(type ?? "") }
  })

const Rows = ({ run }: { readonly run: SqlRun }) => {
  const rows = run.answer?.results ?? []
  return (
    <RowsTable
      label="Rows"
      columns={columnsOf(run)}
      count={rows.length}
      cell={(row, column) => {
        const value = rows[row]?.[column]
        return value === null || value === undefined
          ? <Text span size="xs" c="dimmed">null</Text>
          : <span title={valueText(value)}>{valueText(value)}</span>
      }}
    />
  )
}

const seconds = (millis: number): string => `${(millis / 1_000).toFixed(millis < 10_000 ? 2 : 0)} s`

const summary = ({ answer, isRunning, millis, rowsRead }: SqlRun): string => {
  if (isRunning) {
    return `Running for ${seconds(millis)}${rowsRead === undefined ? "" : `, ${countText(rowsRead)} rows read`}`
  }
  if (answer === undefined) return ""
  const count = answer.results.length
  const more = answer.hasMore === true ? " There are more: add a LIMIT, or download them all." : ""
  return `${countText(count)} ${count === 1 ? "row" : "rows"} in ${seconds(millis)}.${more}`
}

const DownloadMenu = ({ sql }: { readonly sql: string }) => {
  const { client } = useHere()
  const { error, isPending, mutate } = useMutation({ mutationFn: (form: FileForm) => download(client, sql, form) })
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />} loading={isPending}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(Object.keys(fileForms) as ReadonlyArray<FileForm>).map((form) => (
            <Menu.Item
              key={form}
              onClick={() => mutate(form)}
            >
              All rows as {fileForms[form]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {error === null ? null : <Fault error={error} />}
    </>
  )
}

const Result = ({ run }: { readonly run: SqlRun }) => {
  const search = route.useSearch()
  const { view } = search
  const navigate = route.useNavigate()
  return (
    <section className="card" aria-label="Result">
      <Group p="xs" justify="space-between">
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="View"
            value={view ?? "table"}
            data={views}
            onChange={(chosen) => {
              const { view: _, ...rest } = search
              const next = viewIn(chosen)
              void navigate({ search: { ...rest, ...next === undefined ? {} : { view: next } } })
            }}
          />
          <Text size="sm" c="dimmed" role="status">{summary(run)}</Text>
        </Group>
        {run.answer === undefined ? null : <DownloadMenu sql={run.sql} />}
      </Group>
      {run.error === undefined ? null : (
        <Group p="xs">
          <div className="grow">
            <Fault error={run.error} />
          </div>
        </Group>
      )}
      {view === "plan"
        ? <Plan run={run} />
        : run.answer === undefined
        ? run.isRunning
          ? (
            <Group justify="center" p="xl" h={240}>
              <Loader size="sm" />
            </Group>
          )
          : null
        : view === "chart"
        ? (
          <ChartView
            kind="ServiceSqlQuery"
            title="Result"
            node={{ kind: "ServiceSqlQuery", query: run.sql }}
            answer={run.answer}
          />
        )
        : run.answer.results.length === 0
        ? <Empty title="No rows">The statement is right, and nothing fits its conditions.</Empty>
        : <Rows run={run} />}
    </section>
  )
}

const HistoryDrawer = (
  { isOpen, onClose, onTake }: {
    readonly isOpen: boolean
    readonly onClose: () => void
    readonly onTake: (sql: string) => void
  }
) => {
  const { project } = useHere()
  const ran = isOpen ? ranBefore(project.id) : []
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title="History of this browser"
      position="right"
    >
      {ran.length === 0
        ? <Empty title="Nothing has run yet">Statements are kept in this browser only, the last fifty.</Empty>
        : ran.map(({ at, sql }) => (
          <Button
            key={`${at}`}
            variant="subtle"
            color="gray"
            fullWidth
            h="auto"
            py={8}
            justify="flex-start"
            onClick={() => onTake(sql)}
            styles={{ label: { whiteSpace: "normal", textAlign: "left", display: "block" } }}
          >
            <Text size="xs" c="dimmed">{timeText(at, project.timezone)}</Text>
            <Text className="mono" c="var(--mantine-color-text)" lineClamp={4}>{sql}</Text>
          </Button>
        ))}
    </Drawer>
  )
}

const views = [
  { value: "table", label: "Table" },
  { value: "chart", label: "Chart" },
  { value: "plan", label: "Plan" }
]

const first =
  "SELECT event, count() AS events, uniq(person_id) AS persons\nFROM events\nGROUP BY event\nORDER BY events DESC"

/** The insight that a statement is kept as, where the address names one. */
const useKept = (id: string | undefined) => {
  const { client, project } = useHere()
  return useQuery({
    queryKey: [project.id, "insight", id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => client.insights.read({ id: id ?? "" }, { signal })
  })
}

const Statement = ({ initial, kept }: { readonly initial: string; readonly kept: Kept | undefined }) => {
  const here = useHere()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const editor = useRef<EditorHandle>(null)
  const [text, setText] = useState(initial)
  const { cancel, run, start } = useSqlRun()
  const [isHistory, { close, open }] = useDisclosure(false)
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const { data: variables = [] } = useVariables()
  const valuesIn = (sql: string) => variablesOf(sql, variables, written)
  const go = () => {
    const sql = editor.current?.wanted() ?? text
    void navigate({ search: (before) => ({ ...before, q: editor.current?.text() ?? text }), replace: true })
    void start(sql, valuesIn(sql))
  }
  useEffect(() => {
    // A link with a statement shows its answer.
    if (search.q !== undefined || kept !== undefined) void start(initial)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Page
      title={kept === undefined || kept.name === "" ? "SQL" : kept.name}
      actions={
        <>
          <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={open}>History</Button>
          <SaveInsight
            isSecond
            key={kept?.id ?? "new"}
            kept={kept ?? { name: "", dashboards: [] }}
            query={{ kind: "DataTableNode", source: { kind: "HogQLQuery", query: text, variables: valuesIn(text) } }}
            suggested={text.replaceAll(/\s+/g, " ").trim().slice(0, 100)}
            onSaved={(saved) =>
              void navigate({ search: (before) => ({ ...before, q: text, insight: String(saved) }), replace: true })}
          />
          {run?.isRunning === true
            ? (
              <Button
                color="gray"
                leftSection={<IconPlayerStop size={16} aria-hidden />}
                onClick={() => void cancel()}
              >
                Cancel
              </Button>
            )
            : (
              <Button leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={go}>
                Run
              </Button>
            )}
        </>
      }
    >
      {kept === undefined ? null : <OnDashboards dashboards={kept.dashboards} />}
      <div className="split">
        <Schema onInsert={(name) => editor.current?.insert(name)} />
        <div style={{ display: "grid", gap: 16, minWidth: 0 }}>
          <section className="card" aria-label="Statement">
            <Draft current={() => text} onDraft={(sql) => editor.current?.replace(sql)} />
            <Editor
              here={here}
              initial={initial}
              handle={editor}
              variables={valuesIn}
              known={variables.length}
              onChange={setText}
              onRun={go}
            />
            <Variables
              names={variableNames(text)}
              written={written}
              onWrite={(name, value) => setWritten({ ...written, [name]: value })}
            />
            <Group px="sm" py={6} justify="space-between" style={{ borderTop: "1px solid var(--console-line)" }}>
              <Text size="xs" c="dimmed">Times are in {here.project.timezone}. A selection runs by itself.</Text>
              <Text size="xs" c="dimmed" component="span">
                <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> runs
              </Text>
            </Group>
          </section>
          {run === undefined
            ? (
              <section className="card">
                <Empty title="Ask anything of your events">
                  Press Run for the statement above, or choose fields on the left. Names complete while you write.
                </Empty>
              </section>
            )
            : <Result run={run} />}
        </div>
      </div>
      <HistoryDrawer
        isOpen={isHistory}
        onClose={close}
        onTake={(sql) => {
          editor.current?.replace(sql)
          close()
        }}
      />
    </Page>
  )
}

/** Asking in SQL: the text is in the address, so that a link shows the same question. */
export const SqlPage = () => {
  const { insight, q } = route.useSearch()
  const { data, error, refetch } = useKept(insight)
  if (error !== null) {
    return (
      <Page title="SQL">
        <Fault error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (insight !== undefined && data === undefined) return <Waiting />
  const kept = data === undefined ? undefined : { id: data.id, name: data.name, dashboards: data.dashboards }
  return <Statement initial={q ?? sqlIn(data?.query) ?? first} kept={kept} />
}
