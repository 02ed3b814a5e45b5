import "../../parts/FieldStyles.ts"
import { Button, Group, NativeSelect, Skeleton, Text } from "@mantine/core"
import IconMaximize from "@tabler/icons-react/icons/IconMaximize"
import IconPin from "@tabler/icons-react/icons/IconPin"
import IconRefresh from "@tabler/icons-react/icons/IconRefresh"
import IconTextPlus from "@tabler/icons-react/icons/IconTextPlus"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { useHere } from "../../api/Project.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Empty, Page } from "../../parts/Page.tsx"
import { changed } from "../filters/Lists.ts"
import { periods } from "../insights/Words.ts"
import { Sharing } from "./Sharing.tsx"
import { Subscriptions } from "./Subscriptions.tsx"
import { type Draft, TextForm } from "./TextForm.tsx"
import { TileCard } from "./TileCard.tsx"
import { TileGrid } from "./TileGrid.tsx"
import { flow, gridOf, inOrder, type Layout, layoutsOf, moved, type OnGrid, sizeOf } from "./Tiles.ts"
import { type Dashboard, useDashboard } from "./useDashboards.ts"

const route = getRouteApi("/project/$project/dashboards/$dashboard")

const asItIs = "own"

interface DashboardTilesProps {
  readonly dashboard: Dashboard
  readonly changing: ReturnType<typeof useDashboard>["changing"]
  readonly onPlace: (layouts: ReadonlyArray<Layout>) => void
  readonly onWrite: (draft: Draft) => void
}

const DashboardTiles = ({ changing, dashboard, onPlace, onWrite }: DashboardTilesProps) => {
  const { project } = useHere()
  const tiles = inOrder(dashboard.tiles ?? [])
  const place = (places: ReadonlyArray<OnGrid>) => {
    const layouts = layoutsOf(tiles, places)
    if (layouts.length > 0) onPlace(layouts)
  }
  const sized = tiles.map((tile) => ({ id: tile.id, ...sizeOf(tile) }))
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
    <TileGrid tiles={tiles} places={gridOf(tiles)} onPlace={place}>
      {(tile) => {
        const index = tiles.indexOf(tile)
        return (
          <TileCard
            tile={tile}
            isFirst={index === 0}
            isLast={index === tiles.length - 1}
            onMove={(by) => place(flow(moved(sized, index, by)))}
            onSize={(size) => place(flow(changed(sized, index, { ...sizeOf(tile), ...size, id: tile.id })))}
            onWrite={() => onWrite({ id: tile.id, body: tile.text?.body ?? "" })}
            onRemove={() => changing.mutate({ tiles: [{ id: tile.id, deleted: true }] })}
          />
        )
      }}
    </TileGrid>
  )
}

const dateOf = ({ filters }: Dashboard): string => typeof filters.date_from === "string" ? filters.date_from : asItIs

/** A dashboard: its insights beside each other, over a period of its own where one is chosen. */
export const DashboardPage = () => {
  const { dashboard: id } = route.useParams()
  const { changing, found, place, refreshing } = useDashboard(id)
  const [draft, setDraft] = useState<Draft>()
  const board = useRef<HTMLDivElement>(null)
  const { data, error, refetch } = found
  if (data === undefined) {
    return (
      <Page title="Dashboard">
        {error === null ? <Skeleton height={480} /> : <Fault error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  }
  const fault = changing.error ?? refreshing.error
  const name = data.name === "" ? `Dashboard ${data.id}` : data.name
  const write = ({ body, id }: Draft) => {
    changing.mutate({ tiles: [id === undefined ? { text: { body } } : { id, text: { body } }] })
    setDraft(undefined)
  }
  return (
    <Page
      title={name}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconTextPlus size={16} aria-hidden />}
            onClick={() => setDraft({ body: "" })}
          >
            Add a text
          </Button>
          <Sharing dashboard={data.id} />
          <Subscriptions dashboard={data.id} name={name} />
          <Button
            variant="default"
            leftSection={<IconMaximize size={16} aria-hidden />}
            onClick={() => void board.current?.requestFullscreen()}
          >
            Full screen
          </Button>
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
      <TextForm draft={draft} onClose={() => setDraft(undefined)} onSave={write} />
      <div ref={board} className="board">
        <DashboardTiles dashboard={data} changing={changing} onPlace={place} onWrite={setDraft} />
      </div>
    </Page>
  )
}
