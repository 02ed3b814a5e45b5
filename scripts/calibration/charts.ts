/** Small charts as SVG: points with whiskers by case, and curves. Colours are those of Okabe & Ito. */
import type { Case, Curve } from "./evidence.ts"

const colours = ["#0072B2", "#56B4E9", "#D55E00", "#E69F00"]
const [width, left, right, top] = [760, 230, 30, 64]

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

const text = (x: number, y: number, content: string, more = ""): string =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(content)}</text>`

const line = (x1: number, y1: number, x2: number, y2: number, more: string): string =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ${more}/>`

const framed = (height: number, title: string, body: ReadonlyArray<string>): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="#222" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(16, 24, title, "font-size=\"15\" font-weight=\"600\""),
    ...body,
    "</svg>",
    ""
  ].join("\n")

const legend = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name, index) => {
    const x = 16 + index * 182
    return [`<circle cx="${x + 5}" cy="42" r="4.5" fill="${colours[index]}"/>`, text(x + 16, 46, name)]
  })

const percent = (value: number): string => `${Number((value * 100).toFixed(1))} %`

const ticks = (most: number): ReadonlyArray<number> => {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].find((candidate) => most / candidate <= 8) ?? 1
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step)
}

export interface Chart {
  readonly title: string
  /** The value that is nominal. */
  readonly nominal?: number
}

/** One row for each case, a point for each series; whiskers reach two Monte-Carlo errors. */
export const pointChart = ({ nominal, title }: Chart, cases: ReadonlyArray<Case>): string => {
  const names = Object.keys(cases[0]?.values ?? {})
  const values = cases.flatMap((row) => Object.values(row.values).map(({ error, value }) => value + 2 * error))
  const most = Math.max(...values, nominal ?? 0) * 1.05
  const x = (value: number) => left + value / most * (width - left - right)
  const rowHeight = 12 * names.length + 14
  const bottom = top + rowHeight * cases.length
  const grid = ticks(most).flatMap((tick) => [
    line(x(tick), top, x(tick), bottom, "stroke=\"#e4e4e4\""),
    text(x(tick), bottom + 18, percent(tick), "text-anchor=\"middle\"")
  ])
  const rows = cases.flatMap((row, index) => {
    const y = top + rowHeight * index + 12
    const points = names.flatMap((name, at) => {
      const { error, value } = row.values[name] ?? { value: 0, error: 0 }
      const height = y + 12 * at
      const stroke = `stroke="${colours[at]}" stroke-width="2"`
      return [
        line(x(Math.max(value - 2 * error, 0)), height, x(value + 2 * error), height, stroke),
        `<circle cx="${x(value).toFixed(1)}" cy="${height}" r="4" fill="${colours[at]}"/>`
      ]
    })
    return [text(left - 12, y + 6 * names.length - 2, row.label, "text-anchor=\"end\""), ...points]
  })
  const target = nominal === undefined
    ? []
    : [line(x(nominal), top, x(nominal), bottom, "stroke=\"#222\" stroke-dasharray=\"4 3\"")]
  return framed(bottom + 32, title, [...legend(names), ...grid, ...target, ...rows])
}

/** Curves over the number of users, on a logarithmic axis. */
export const curveChart = ({ nominal, title }: Chart, curves: ReadonlyArray<Curve>): string => {
  const [start, bottom] = [60, 360]
  const points = curves.flatMap((curve) => curve.points)
  const most = Math.max(...points.map(([, y]) => y), nominal ?? 0) * 1.05
  const xs = points.map(([x]) => Math.log10(x))
  const [first, last] = [Math.min(...xs), Math.max(...xs)]
  const x = (value: number) => start + (Math.log10(value) - first) / (last - first) * (width - start - right)
  const y = (value: number) => bottom - value / most * (bottom - top)
  const grid = ticks(most).flatMap((tick) => [
    line(start, y(tick), width - right, y(tick), "stroke=\"#e4e4e4\""),
    text(start - 8, y(tick) + 4, percent(tick), "text-anchor=\"end\"")
  ])
  const marks = [100, 300, 1000, 3000, 10_000, 20_000].map((users) =>
    text(x(users), bottom + 18, users.toLocaleString("en"), "text-anchor=\"middle\"")
  )
  const target = nominal === undefined
    ? []
    : [line(start, y(nominal), width - right, y(nominal), "stroke=\"#222\" stroke-dasharray=\"4 3\"")]
  const drawn = curves.map((curve, index) => {
    const path = curve.points.map(([users, value]) => `${x(users).toFixed(1)},${y(value).toFixed(1)}`).join(" ")
    return `<polyline points="${path}" fill="none" stroke="${colours[index * 2 % 3]}" stroke-width="2"/>`
  })
  const named = curves.map((curve, index) => {
    const at = 16 + index * 240
    return `<circle cx="${at + 5}" cy="42" r="4.5" fill="${colours[index * 2 % 3]}"/>${text(at + 16, 46, curve.name)}`
  })
  return framed(bottom + 44, title, [
    ...named,
    ...grid,
    ...target,
    ...marks,
    ...drawn,
    text((start + width - right) / 2, bottom + 36, "users in each arm", "text-anchor=\"middle\"")
  ])
}
