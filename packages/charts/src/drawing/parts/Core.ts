/** What lays a chart out. */
export { init, use } from "echarts/core"
