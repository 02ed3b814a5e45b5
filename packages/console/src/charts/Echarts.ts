import { drawSvg } from "@hedgerow/charts/drawing/DrawSvg"
import { chartStyle } from "@hedgerow/charts/drawing/Palette"
import { TooltipComponent } from "echarts/components"
import { use } from "echarts/core"

export { init } from "echarts/core"

/** The parts of the charting library that charts are made of are registered by the module that draws them as SVG. */
export const drawnBy = drawSvg

use([TooltipComponent])

/** The dark colours of the drawings, as those of the server's pictures; here the page decides, not the system. */
const rules = chartStyle.replace(/^[^{]*\{/, "").replace(/\}$/, "")

const sheet = new CSSStyleSheet()
sheet.replaceSync(`[data-mantine-color-scheme="dark"] :is(.chart-plot, .legend) { ${rules} }`)
document.adoptedStyleSheets.push(sheet)
