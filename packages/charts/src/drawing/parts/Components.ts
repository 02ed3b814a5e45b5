/** The parts around the series that our charts have. */
export {
  GraphicComponent,
  GridComponent,
  LegendComponent,
  MarkLineComponent,
  TitleComponent,
  VisualMapComponent
} from "echarts/components"
// The core of the library uses it by itself, which a bundler leaves out.
export { LabelLayout } from "echarts/features"
