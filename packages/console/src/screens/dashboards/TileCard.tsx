import { ActionIcon, Anchor, Menu, Text } from "@mantine/core"
import IconArrowLeft from "@tabler/icons-react/icons/IconArrowLeft"
import IconArrowRight from "@tabler/icons-react/icons/IconArrowRight"
import IconDots from "@tabler/icons-react/icons/IconDots"
import IconGripVertical from "@tabler/icons-react/icons/IconGripVertical"
import IconPencil from "@tabler/icons-react/icons/IconPencil"
import IconTrash from "@tabler/icons-react/icons/IconTrash"
import { Link } from "@tanstack/react-router"
import { lazy, Suspense } from "react"
import { useHere } from "../../api/Project.ts"
import { ChartView } from "../../charts/ChartView.tsx"
import { Time } from "../../parts/Times.tsx"
import { describe, questionIn, sqlIn } from "../insights/Question.ts"
import { type Height, heights, sizeOf, type Width, widths } from "./Tiles.ts"
import type { Tile } from "./useDashboards.ts"

const Markdown = lazy(() => import("./Markdown.tsx"))

interface TileCardProps {
  readonly tile: Tile
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (by: number) => void
  readonly onSize: (size: { readonly w?: Width; readonly h?: Height }) => void
  /** Of texts only. */
  readonly onWrite: () => void
  readonly onRemove: () => void
}

/** The name of a tile. */
export const nameOf = ({ id, insight, text }: Tile): string => {
  if (insight === null || insight === undefined) return text === null || text === undefined ? `Tile ${id}` : "Text"
  const question = questionIn(insight.query)
  return insight.name === "" ? question === undefined ? "Without a name" : describe(question) : insight.name
}

const sizes = [4, 6, 12] as const
const highs = [3, 5, 8] as const

const TileMenu = ({ isFirst, isLast, onMove, onRemove, onSize, onWrite, tile }: TileCardProps) => (
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
      {sizes.map((w) => (
        <Menu.Item
          key={w}
          disabled={sizeOf(tile).w === w}
          onClick={() => onSize({ w })}
        >
          {widths[w]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {highs.map((h) => (
        <Menu.Item
          key={h}
          disabled={sizeOf(tile).h === h}
          onClick={() => onSize({ h })}
        >
          {heights[h]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      {tile.text === null || tile.text === undefined
        ? null
        : <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={onWrite}>Change the text</Menu.Item>}
      <Menu.Item leftSection={<IconTrash size={14} aria-hidden />} onClick={onRemove}>Take it off</Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

const Content = ({ tile }: { readonly tile: Tile }) => {
  const { error, insight, text } = tile
  if (text !== null && text !== undefined) {
    return (
      <Suspense fallback={<Text p="md" style={{ whiteSpace: "pre-wrap" }}>{text.body}</Text>}>
        <Markdown text={text.body} />
      </Suspense>
    )
  }
  if (error !== null && error !== undefined) {
    return <Text p="md" size="sm" c="var(--mantine-color-error)">{error.detail}</Text>
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
    <section className="card tile" aria-label={nameOf(tile)}>
      <div className="tile-head">
        <div className="grow">
          {insight === null || insight === undefined ? <span /> : (
            <Anchor
              size="sm"
              fw={600}
              className="cut"
              display="inline-block"
              maw="100%"
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
        <IconGripVertical className="grip" size={16} aria-hidden />
        <TileMenu {...props} />
      </div>
      {/* What does not fit scrolls, by keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="tile-body" tabIndex={0} role="region" aria-label={`Content of ${nameOf(tile)}`}>
        <Content tile={tile} />
      </div>
    </section>
  )
}
