import "../../parts/FieldStyles.ts"
import { Button, Group, NativeSelect, Skeleton, Text } from "@mantine/core"
import IconPin from "@tabler/icons-react/icons/IconPin"
import IconRefresh from "@tabler/icons-react/icons/IconRefresh"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { periods } from "../insights/Words.ts"
import { TileCard } from "./TileCard.tsx"
import { inOrder, layoutsOf, moved, type Width, widthOf } from "./Tiles.ts"
import { type Dashboard, useDashboard } from "./useDashboards.ts"

const route = getRouteApi("/project/$project/dashboards/$dashboard")

const asItIs = "own"

const DashboardTiles = (
  { changing, dashboard }: {
    readonly dashboard: Dashboard
    readonly changing: ReturnType<typeof useDashboard>["changing"]
  }
) => {
  const { project } = useHere()
  const tiles = inOrder(dashboard.tiles ?? [])
  const place = (next: ReadonlyArray<{ readonly id: number; readonly width: Width }>) =>
    changing.mutate({ tiles: [...layoutsOf(next)] })
  const sized = tiles.map((tile) => ({ id: tile.id, width: widthOf(tile) }))
  if (tiles.length === 0) {
    return (
      <section className="card">
        <Empty title="Nothing is on this dashboard yet">
          <Link
            to="/project/$project/insights/$insight"
            params={{ project: String(project.id), insight: "new" }}
            search={{}}
          >
            Ask a question
          </Link>{" "}
          and save it to this dashboard.
        </Empty>
      </section>
    )
  }
  return (
    <div className="tiles">
      {tiles.map((tile, index) => (
        <TileCard
          key={tile.id}
          tile={tile}
          isFirst={index === 0}
          isLast={index === tiles.length - 1}
          onMove={(by) => place(moved(sized, index, by))}
          onWidth={(width) => place(sized.map((one) => one.id === tile.id ? { id: one.id, width } : one))}
          onRemove={() => changing.mutate({ tiles: [{ id: tile.id, deleted: true }] })}
        />
      ))}
    </div>
  )
}

const dateOf = ({ filters }: Dashboard): string => typeof filters.date_from === "string" ? filters.date_from : asItIs

/** A dashboard: its insights beside each other, over a period of its own where one is chosen. */
export const DashboardPage = () => {
  const { dashboard: id } = route.useParams()
  const { changing, found, refreshing } = useDashboard(id)
  const { data, error, refetch } = found
  if (data === undefined) {
    return (
      <Page title="Dashboard">
        {error === null ? <Skeleton height={480} /> : <Fault error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  }
  const fault = changing.error ?? refreshing.error
  return (
    <Page
      title={data.name === "" ? `Dashboard ${data.id}` : data.name}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconPin size={16} aria-hidden />}
            onClick={() => changing.mutate({ pinned: !data.pinned })}
          >
            {data.pinned ? "Unpin" : "Pin"}
          </Button>
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            Compute anew
          </Button>
        </>
      }
    >
      {data.description === "" ? null : <Text mb="sm">{data.description}</Text>}
      <Group mb="md" gap="lg">
        <NativeSelect
          aria-label="Period of all insights"
          data={[{ value: asItIs, label: "Periods of the insights" }, ...periods]}
          value={dateOf(data)}
          onChange={(event) => {
            const date_from = event.currentTarget.value
            const { date_from: _, ...rest } = data.filters
            changing.mutate({ filters: date_from === asItIs ? rest : { ...rest, date_from } })
          }}
        />
        <Text size="sm" c="dimmed" role="status">{changing.isPending ? "Saving…" : ""}</Text>
      </Group>
      {fault === null ? null : <Fault error={fault} />}
      <DashboardTiles dashboard={data} changing={changing} />
    </Page>
  )
}
