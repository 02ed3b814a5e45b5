/** The style of pages of shared dashboards, from a phone's width on, by light and dark. */
export const sharedStyle = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #ffffff; --ink: #1f2937; --muted: #4b5563; --line: #d1d5db;
  --link: #194f81; --focus: #194f81 }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { max-width: 84rem; margin: 0 auto; padding: 1.5rem }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.3 }
h2 { margin: 0; font-size: 1.05rem; line-height: 1.35 }
a { color: var(--link) }
header p, footer { margin: 0.35rem 0 0; color: var(--muted); font-size: 0.9rem }
footer { margin-top: 1.5rem }
.tiles { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-top: 1.25rem }
.tile { padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card) }
.age { margin: 0.15rem 0 0.75rem; color: var(--muted); font-size: 0.85rem }
.headline { margin: 0; font-size: 2.25rem; font-weight: 650; line-height: 1.2 }
.fault { margin: 0; color: var(--muted) }
.wide { overflow-x: auto }
.wide img { display: block; width: 100%; min-width: 35rem; height: auto; border-radius: 0.25rem }
summary { margin-top: 0.75rem; min-height: 1.5rem; cursor: pointer; font-size: 0.9rem }
table { border-collapse: collapse; font-size: 0.9rem }
th, td { padding: 0.3rem 0.75rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  overflow-wrap: normal }
.text > :first-child { margin-top: 0 }
.text > :last-child { margin-bottom: 0 }
.text pre { overflow-x: auto }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
@media (min-width: 56rem) {
  .tiles { grid-template-columns: repeat(12, minmax(0, 1fr)) }
${Array.from({ length: 12 }, (_, place) => `  .w${place + 1} { grid-column: span ${place + 1} }`).join("\n")}
}
@media (max-width: 30rem) { main { padding: 1rem 0.75rem } }
@media (prefers-color-scheme: dark) {
  :root { --page: #0b1120; --card: #111827; --ink: #e5e7eb; --muted: #b6bfcc; --line: #374151; --link: #8cc0f5;
    --focus: #5aa3ec }
}
`
