import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Chart } from "../drawing/Chart.ts"
import { label, numberText } from "../drawing/Labels.ts"
import { fontFamily, topUnder } from "../drawing/Layout.ts"
import { colourAt, gridLine, ink } from "../drawing/Palette.ts"
import { type Drawable, numberOf, recordsOf, textOf } from "./Answers.ts"

/** So many edges are drawn: the heaviest. */
const mostEdges = 60

const [columnWidth, nodeHeight] = [190, 34] as const

interface Edge {
  readonly source: string
  readonly target: string
  readonly value: number
}

/** The step that a node is of: `2_/pricing` of the second. */
const stepOf = (node: string): number => Number(/^(\d{1,4})_/.exec(node)?.[1] ?? 0)

/** Edges lead to later steps: there is no way in a circle. */
const edgeOf = (item: JsonRecord): ReadonlyArray<Edge> => {
  const edge = { source: textOf(item["source"]), target: textOf(item["target"]), value: numberOf(item["value"]) }
  return edge.value > 0 && stepOf(edge.target) > stepOf(edge.source) ? [edge] : []
}

/** A page by its path, anything else by its whole name. */
const nameOf = (node: string): string => {
  const name = node.replace(/^\d+_/, "")
  return label(name.replace(/^https?:\/\/[^/?#]+(?=[/?#])/i, ""), 22)
}

const most = (counts: Iterable<number>): number => Math.max(1, ...counts)

/** The ways of people through events, as bands whose width is the number of people. */
export const pathsChart = ({ answer, title }: Drawable): Chart => {
  const all = recordsOf(answer["results"]).flatMap(edgeOf)
  const edges = all.toSorted((one, other) => other.value - one.value).slice(0, mostEdges)
  const nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))]
  const steps = Map.groupBy(nodes, stepOf)
  const order = [...steps.keys()].toSorted((one, other) => one - other)
  const depths = new Map(order.map((step, depth) => [step, depth]))
  const totals = new Map(nodes.map((node) => {
    const sum = (all: ReadonlyArray<Edge>) => all.reduce((total, { value }) => total + value, 0)
    return [
      node,
      Math.max(sum(edges.filter(({ source }) => source === node)), sum(edges.filter(({ target }) => target === node)))
    ]
  }))
  const notes = [
    ...edges.length === 0 ? ["There is nothing to draw."] : [],
    ...edges.length < all.length ? [`${edges.length} of ${all.length} ways are shown, the most frequent.`] : []
  ]
  const top = topUnder(notes)
  const names = nodes.map((node) => `${nameOf(node)} ${numberText(totals.get(node) ?? 0)}`)
  const places = new Map(nodes.map((node, place) => [node, String(place)]))
  const height = Math.max(160, most([...steps.values()].map((one) => one.length)) * nodeHeight)
  return {
    title,
    notes,
    description: edges.slice(0, 12).map(({ source, target, value }) =>
      `${label(source, 60)} to ${label(target, 60)}: ${numberText(value)}.`
    ).join(" "),
    width: Math.max(480, order.length * columnWidth),
    height: top + height + 24,
    body: {
      series: [{
        type: "sankey",
        silent: true,
        left: 16,
        right: 150,
        top: top + 4,
        bottom: 20,
        nodeWidth: 12,
        nodeGap: 14,
        draggable: false,
        emphasis: { disabled: true },
        lineStyle: { color: colourAt(0).light, opacity: 0.28, curveness: 0.5 },
        itemStyle: { color: colourAt(0).light, borderColor: gridLine.light, borderWidth: 0 },
        label: {
          position: "right",
          color: ink.light,
          fontSize: 12,
          fontFamily,
          formatter: ({ name }) => names[Number(name)] ?? ""
        },
        nodes: nodes.map((node, place) => ({ name: String(place), depth: depths.get(stepOf(node)) ?? 0 })),
        links: edges.map(({ source, target, value }) => ({
          source: places.get(source) ?? "",
          target: places.get(target) ?? "",
          value
        }))
      }]
    }
  }
}
