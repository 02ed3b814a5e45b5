/**
 * Runs the simulations behind docs/statistics.md and writes their numbers and charts to docs/statistics/. The seeds are
 * fixed: the files change when the engine does.
 */
import { writeFileSync } from "node:fs"
import { curveChart, pointChart } from "./calibration/charts.ts"
import { adjusted, bayesianFlags, type Case, looks, misses, reductions, tailBalance } from "./calibration/evidence.ts"

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

const [many, someRuns] = [40_000, 4000]
const evidence = {
  tails: tailBalance(many),
  flags: bayesianFlags(many),
  adjusted: adjusted(many),
  reductions: reductions(many),
  misses: misses(many),
  looks: looks(someRuns)
}

write(
  "tails.svg",
  pointChart({ title: "False wins and losses of A/A experiments at 5 %", nominal: 0.025 }, evidence.tails)
)
write(
  "flags.svg",
  pointChart({ title: "A/A experiments called significant at 95 %, Bayesian", nominal: 0.05 }, evidence.flags)
)
write(
  "adjusted.svg",
  pointChart({ title: "A/A experiments called significant at 5 %, with CUPED", nominal: 0.05 }, evidence.adjusted)
)
write("reductions.svg", pointChart({ title: "Variance that CUPED leaves" }, evidence.reductions))
write(
  "misses.svg",
  pointChart({ title: "95 % intervals that miss a true lift of 20 %", nominal: 0.025 }, evidence.misses)
)
const [, conversions] = evidence.looks
if (conversions !== undefined) {
  const title = `A/A experiments called significant at some look so far, ${conversions.population}`
  write("looks.svg", curveChart({ title, nominal: 0.05 }, conversions.curves))
}

write(
  "calibration.md",
  [
    "# Calibration in numbers",
    "",
    "Written by `node scripts/write-calibration.ts`. All numbers are per cent, each with its Monte-Carlo standard error. " +
    `${many.toLocaleString("en")} experiments each, ${
      someRuns.toLocaleString("en")
    } for those with 200 looks; the seeds are fixed.`,
    "",
    table("False wins and losses of A/A experiments at 5 % (nominal 2.5 each)", evidence.tails),
    table("A/A experiments called significant, Bayesian at 95 % (nominal 5)", evidence.flags),
    table("A/A experiments called significant at 5 %, with CUPED (nominal 5)", evidence.adjusted),
    table("Variance that CUPED leaves", evidence.reductions),
    table("95 % intervals that miss a true lift of 20 %, by side (nominal 2.5 each)", evidence.misses),
    table("A/A experiments called significant at any of 200 looks (at most 5)", evidence.looks.map(({ end }) => end))
  ].join("\n")
)
