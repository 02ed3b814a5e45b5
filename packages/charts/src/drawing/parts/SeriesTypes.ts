/** The types of series that our charts have. */
export { BarChart, CustomChart, HeatmapChart, LineChart, PieChart, SankeyChart } from "echarts/charts"
