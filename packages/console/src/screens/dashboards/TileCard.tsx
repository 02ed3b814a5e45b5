import { ActionIcon, Anchor, Menu, Text } from "@mantine/core"
import IconArrowLeft from "@tabler/icons-react/icons/IconArrowLeft"
import IconArrowRight from "@tabler/icons-react/icons/IconArrowRight"
import IconDots from "@tabler/icons-react/icons/IconDots"
import IconTrash from "@tabler/icons-react/icons/IconTrash"
import { Link } from "@tanstack/react-router"
import { useHere } from "../../api/Project.ts"
import { ChartView } from "../../charts/ChartView.tsx"
import { Time } from "../../parts/Times.tsx"
import { describe, questionIn, sqlIn } from "../insights/Question.ts"
import { type Width, widthOf, widths } from "./Tiles.ts"
import type { Tile } from "./useDashboards.ts"

interface TileCardProps {
  readonly tile: Tile
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: number) => void
  readonly onWidth: (width: Width) => void
  readonly onRemove: () => void
}

/** The name of a tile. */
export const nameOf = ({ id, insight, text }: Tile): string => {
  if (insight === null || insight === undefined) return text === null || text === undefined ? `Tile ${id}` : "Text"
  const question = questionIn(insight.query)
  return insight.name === "" ? question === undefined ? "Without a name" : describe(question) : insight.name
}

const TileMenu = ({ isFirst, isLast, onMove, onRemove, onWidth, tile }: TileCardProps) => (
  <Menu position="bottom-end" width={200}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={`Change the tile ${nameOf(tile)}`}>
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        disabled={isFirst}
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={() =>
          onMove(-1)}
      >
        Move it before
      </Menu.Item>
      <Menu.Item
        disabled={isLast}
        leftSection={<IconArrowRight size={14} aria-hidden />}
        onClick={() =>
          onMove(1)}
      >
        Move it behind
      </Menu.Item>
      <Menu.Divider />
      {([4, 6, 12] as const).map((width) => (
        <Menu.Item
          key={width}
          disabled={widthOf(tile) === width}
          onClick={() => onWidth(width)}
        >
          {widths[width]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>Take it off</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const Content = ({ tile }: { readonly tile: Tile }) => {
  const { error, insight, text } = tile
  if (text !== null && text !== undefined) return <Text p="md" style={{ whiteSpace: "pre-wrap" }}>{text.body}</Text>
  if (error !== null && error !== undefined) {
    return <Text p="md" size="sm" c="var(--mantine-color-error)">{JSON.stringify(error)}</Text>
  }
  if (insight === null || insight === undefined) return null
  const node = questionIn(insight.query) ?? (sqlIn(insight.query) === undefined ? undefined : insight.query)
  if (node === null || node === undefined || insight.result === null) {
    return <Text p="md" size="sm" c="dimmed">There is no answer yet.</Text>
  }
  const { columns, hasMore, result, types } = insight
  return (
    <ChartView
      kind={questionIn(insight.query)?.kind ?? "ServiceSqlQuery"}
      title={nameOf(tile)}
      node={node}
      answer={{ results: result, columns, types, hasMore }}
    />
  )
}

/** An insight or a text on a dashboard. */
export const TileCard = (props: TileCardProps) => {
  const { tile } = props
  const { project } = useHere()
  const { insight } = tile
  return (
    <section
      className="card tile"
      aria-label={nameOf(tile)}
      style={{ gridColumn: `span ${widthOf(tile)}` }}
    >
      <div className="tile-head">
        <div className="grow">
          {insight === null || insight === undefined ? <span /> : (
            <Anchor
              size="sm"
              fw={600}
              className="cut"
              display="block"
              renderRoot={(given) => (
                <Link
                  {...given}
                  to="/project/$project/insights/$insight"
                  params={{ project: String(project.id), insight: String(insight.id) }}
                  search={{}}
                />
              )}
            >
              {nameOf(tile)}
            </Anchor>
          )}
          {insight?.last_refresh === null || insight?.last_refresh === undefined ? null : (
            <Text size="xs" c="dimmed">
              computed <Time at={insight.last_refresh} zone={project.timezone} isAgo />
            </Text>
          )}
        </div>
        <TileMenu {...props} />
      </div>
      <Content tile={tile} />
    </section>
  )
}
