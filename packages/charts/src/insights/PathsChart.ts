import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { Chart } from "../drawing/Chart.ts"
import { label, numberText, pageName } from "../drawing/Labels.ts"
import { fittedName, fontFamily, topUnder, widestText } from "../drawing/Layout.ts"
import { colourAt, gridLine, ink } from "../drawing/Palette.ts"
import { type Drawable, numberOf, recordsOf, textOf } from "./Answers.ts"

/** At most this many edges are drawn: the heaviest. */
const mostEdges = 60

const [nodeHeight, nodeWidth, leastColumn, widestName] = [38, 12, 150, 190] as const

/** The gaps before a label, and behind it. */
const [labelGap, behind] = [5, 20] as const

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

const nameOf = (node: string): string => fittedName(pageName(node.replace(/^\d+_/, "")), widestName)

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
  // A column is as wide as its labels, which stand right of its nodes; the last one needs that room, too.
  const widest = order.map((step) => widestText(names.filter((_, place) => stepOf(nodes[place] ?? "") === step)))
  const column = Math.max(leastColumn, ...widest.slice(0, -1).map((one) => nodeWidth + labelGap + one + behind))
  const right = labelGap + (widest.at(-1) ?? 0) + behind
  const places = new Map(nodes.map((node, place) => [node, String(place)]))
  const height = Math.max(160, most([...steps.values()].map((one) => one.length)) * nodeHeight)
  return {
    title,
    notes,
    description: edges.slice(0, 12).map(({ source, target, value }) =>
      `${label(source, 60)} to ${label(target, 60)}: ${numberText(value)}.`
    ).join(" "),
    width: Math.max(480, 16 + Math.max(0, order.length - 1) * column + nodeWidth + right),
    height: top + height + 24,
    body: {
      series: [{
        type: "sankey",
        silent: true,
        left: 16,
        right,
        nodeAlign: "left",
        top: top + 4,
        bottom: 20,
        nodeWidth,
        nodeGap: 18,
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
