/**
 * Runs the simulations behind docs/statistics.md and writes their numbers and charts to docs/statistics/, a page each;
 * the names of pages as arguments choose some of them. The seeds are fixed: the files change when the engine does.
 */
import { writeFileSync } from "node:fs"
import { curveChart, pointChart } from "./calibration/charts.ts"
import { adjusted, bayesianFlags, type Case, looks, misses, reductions, tailBalance } from "./calibration/evidence.ts"
import { familyCases, fewEventCases } from "./calibration/families.ts"

const folder = new URL("../docs/statistics/", import.meta.url)

const write = (name: string, content: string): void => writeFileSync(new URL(name, folder), content)

const shown = ({ error, value }: { readonly value: number; readonly error: number }): string =>
  `${(value * 100).toFixed(2)} ± ${(error * 100).toFixed(2)}`

const table = (title: string, cases: ReadonlyArray<Case>): string => {
  const names = Object.keys(cases[0]?.values ?? {})
  const rows = cases.map(({ label, values }) =>
    `| ${label} | ${names.map((name) => shown(values[name] ?? { value: 0, error: 0 })).join(" | ")} |`
  )
  return [`## ${title}`, "", `| | ${names.join(" | ")} |`, `|---|${names.map(() => "---").join("|")}|`, ...rows, ""]
    .join("\n")
}

const counted = (runs: number): string => runs.toLocaleString("en")

/** A page of tables; `runs` says how many experiments each number is of. */
const page = (name: string, title: string, runs: string, tables: ReadonlyArray<string>): void =>
  write(
    `${name}.md`,
    [
      `# ${title}`,
      "",
      `Written by \`node scripts/write-calibration.ts ${name}\`. All numbers are per cent, each with its Monte-Carlo ` +
      `standard error. ${runs}; the seeds are fixed.`,
      "",
      ...tables
    ].join("\n")
  )

const writeCalibration = (): void => {
  const [many, someRuns] = [40_000, 4000]
  const evidence = {
    tails: tailBalance(many),
    flags: bayesianFlags(many),
    adjusted: adjusted(many),
    reductions: reductions(many),
    misses: misses(many),
    looks: looks(someRuns)
  }
  const points = {
    tails: { title: "False wins and losses of A/A experiments at 5 %", nominal: 0.025 },
    flags: { title: "A/A experiments called significant at 95 %, Bayesian", nominal: 0.05 },
    adjusted: { title: "A/A experiments called significant at 5 %, with CUPED", nominal: 0.05 },
    reductions: { title: "Variance that CUPED leaves" },
    misses: { title: "95 % intervals that miss a true lift of 20 %", nominal: 0.025 }
  }
  for (const name of ["tails", "flags", "adjusted", "reductions", "misses"] as const) {
    write(`${name}.svg`, pointChart(points[name], evidence[name]))
  }
  const [, conversions] = evidence.looks
  if (conversions !== undefined) {
    const title = `A/A experiments called significant at some look so far, ${conversions.population}`
    write("looks.svg", curveChart({ title, nominal: 0.05 }, conversions.curves))
  }
  const runs = `${counted(many)} experiments each, ${counted(someRuns)} for those with 200 looks`
  page("calibration", "Calibration in numbers", runs, [
    table("False wins and losses of A/A experiments at 5 % (nominal 2.5 each)", evidence.tails),
    table("A/A experiments called significant, Bayesian at 95 % (nominal 5)", evidence.flags),
    table("A/A experiments called significant at 5 %, with CUPED (nominal 5)", evidence.adjusted),
    table("Variance that CUPED leaves", evidence.reductions),
    table("95 % intervals that miss a true lift of 20 %, by side (nominal 2.5 each)", evidence.misses),
    table("A/A experiments called significant at any of 200 looks (at most 5)", evidence.looks.map(({ end }) => end))
  ])
}

const writeFamilies = (): void => {
  const [once, often] = [20_000, 2000]
  const runs = `${counted(once)} experiments each, ${counted(often)} for those with 20 looks`
  page("families", "Families in numbers", runs, [
    table(
      "Experiments with some metric called, or some 95 % interval of the family that misses",
      familyCases(once, often)
    )
  ])
}

const writeFewEvents = (): void => {
  const runs = 40_000
  page("few-events", "Few events in numbers", `${counted(runs)} experiments each`, [
    table("95 % intervals that miss, in arms with few events (at most 6)", fewEventCases(runs))
  ])
}

const pages: Readonly<Record<string, () => void>> = {
  calibration: writeCalibration,
  families: writeFamilies,
  "few-events": writeFewEvents
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => pages[name] === undefined)
if (unknown.length > 0) throw new Error(`no page ${unknown.join(", ")}: the pages are ${Object.keys(pages).join(", ")}`)
for (const [name, writePage] of Object.entries(pages)) if (named.length === 0 || named.includes(name)) writePage()
