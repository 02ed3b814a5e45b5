/** The style of reports, from a phone's width on, by day and by night. */
export const reportStyle = `
:root { color-scheme: light dark; --page: #f3f4f7; --card: #ffffff; --ink: #1f2937; --muted: #4b5563; --line: #dfe3e9;
  --good: #007a5a; --bad: #c2410c; --open: #5b6472; --alarm: #fff1e8 }
@media (prefers-color-scheme: dark) {
  :root { --page: #0b1220; --card: #111827; --ink: #e5e7eb; --muted: #b6bfcc; --line: #2d3848; --good: #34d3a2;
    --bad: #ff9a62; --open: #aab4c3; --alarm: #33200f }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25 }
h2 { margin: 2rem 0 0.75rem; font-size: 1.2rem }
p { margin: 0.4rem 0 }
.facts, footer { color: var(--muted); font-size: 0.925rem }
.facts span:not(:last-child)::after { content: " · " }
.card { margin: 0.9rem 0; padding: 0.9rem 1rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 0.6rem }
.alarm { background: var(--alarm); border-color: var(--bad) }
.chart { padding: 0; overflow-x: auto }
.chart svg { display: block; width: 100%; min-width: 34rem; height: auto; border-radius: 0.6rem }
ul { margin: 0.4rem 0; padding-left: 1.2rem }
.better, .guardrail_safe { color: var(--good); font-weight: 600 }
.worse, .guardrail_breached { color: var(--bad); font-weight: 600 }
.undecided, .guardrail_undecided, .not_enough_data { color: var(--open); font-weight: 600 }
.table { overflow-x: auto; padding: 0 }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; font-variant-numeric: tabular-nums }
th, td { padding: 0.5rem 0.75rem; vertical-align: top; border-bottom: 1px solid var(--line) }
tbody tr:last-child > * { border-bottom: 0 }
thead th { color: var(--muted); font-weight: 600; white-space: nowrap }
tbody th { min-width: 6rem; overflow-wrap: normal; text-align: left; font-weight: 500 }
td, thead th { text-align: right }
td { white-space: nowrap }
thead th:first-child, .metrics thead th:nth-child(2) { text-align: left }
@media (max-width: 30rem) { main { padding: 1rem 0.6rem 2rem } h1 { font-size: 1.35rem } }
@media print { body { background: none } .card { break-inside: avoid } }
`
