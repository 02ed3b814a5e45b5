/** What writes SVG, and the shapes that it writes. */
export { SVGRenderer } from "echarts/renderers"
