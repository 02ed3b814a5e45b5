import type { Chart } from "@hedgerow/charts"
import type { EChartsType } from "echarts/core"
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react"
import { fitted, legendOf, type Mark, type Picked, pointText, seriesOf } from "./Fitted.ts"

interface DrawingProps {
  readonly chart: Chart
  readonly onPick?: (picked: Picked) => void
}

const Legend = (
  { hidden, marks, onToggle }: {
    readonly marks: ReadonlyArray<Mark>
    readonly hidden: ReadonlySet<string>
    readonly onToggle: (id: string) => void
  }
) => (
  <div className="legend" role="group" aria-label="Series">
    {marks.map(({ colour, id, isDashed, name }) => (
      <button
        key={id}
        type="button"
        aria-pressed={!hidden.has(id)}
        onClick={() => onToggle(id)}
      >
        <svg width="18" height="10" aria-hidden>
          <line
            x1="0"
            x2="18"
            y1="5"
            y2="5"
            stroke={colour}
            strokeWidth="4"
            strokeDasharray={isDashed ? "4 2" : undefined}
          />
        </svg>
        <span className="cut">{name}</span>
      </button>
    ))}
  </div>
)

const useDrawn = (chart: Chart, hidden: ReadonlySet<string>) => {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useRef<EChartsType>(undefined)
  const shape = useMemo(() => fitted(chart), [chart])
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let isGone = false
    const observer = new ResizeObserver(() => {
      drawn.current?.resize()
    })
    const draw = async () => {
      const { init } = await import("./Echarts.ts")
      if (isGone) return
      drawn.current ??= init(element, null, { renderer: "svg" })
      drawn.current.setOption(shape.option(hidden), { notMerge: true })
      observer.observe(element)
    }
    void draw()
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [shape, hidden])
  useEffect(() => () => {
    drawn.current?.dispose()
    drawn.current = undefined
  }, [])
  return { box, drawn, shape }
}

const none: ReadonlySet<string> = new Set()

/** A chart of its own width is shown at this scale at least; it scrolls where even so there is no room. */
const leastScale = 0.7

/** The scale at which a width fits into an element, at most 1. */
const useScale = (width: number | undefined) => {
  const around = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const element = around.current
    if (element === null || width === undefined) {
      setScale(1)
      return undefined
    }
    const fit = () => setScale(Math.min(1, Math.max(leastScale, element.clientWidth / width)))
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    fit()
    return () => observer.disconnect()
  }, [width])
  return { around, scale }
}

/**
 * A chart drawn in the browser. Series over points take the width that there is; other charts keep theirs and scroll.
 * The plot is one stop of the tab key: arrows go from point to point, which are read out, and Enter picks one.
 */
export const Drawing = ({ chart, onPick }: DrawingProps) => {
  const [hidden, setHidden] = useState(none)
  const [at, setAt] = useState<Picked>()
  const { box, drawn, shape } = useDrawn(chart, hidden)
  const { around, scale } = useScale(shape.isFluid ? undefined : chart.width)
  const marks = useMemo(() => legendOf(chart), [chart])
  const series = useMemo(() => seriesOf(chart), [chart])
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    setHidden(next)
  }
  const show = (next: Picked) => {
    setAt(next)
    drawn.current?.dispatchAction({ type: "showTip", seriesIndex: next.series, dataIndex: next.point })
  }
  const press = (event: KeyboardEvent) => {
    if (series.length === 0) return
    const { point, series: place } = at ?? { series: 0, point: -1 }
    const length = series[place]?.length ?? 0
    const steps: Readonly<Record<string, Picked>> = {
      ArrowRight: { series: place, point: Math.min(length - 1, point + 1) },
      ArrowLeft: { series: place, point: Math.max(0, point - 1) },
      ArrowDown: { series: Math.min(series.length - 1, place + 1), point: Math.max(0, point) },
      ArrowUp: { series: Math.max(0, place - 1), point: Math.max(0, point) },
      Home: { series: place, point: 0 },
      End: { series: place, point: length - 1 },
      PageDown: { series: place, point: Math.min(length - 1, point + 10) },
      PageUp: { series: place, point: Math.max(0, point - 10) }
    }
    const next = steps[event.key]
    if (next !== undefined) {
      event.preventDefault()
      show(next)
    } else if (event.key === "Enter" && at !== undefined) onPick?.(at)
    else if (event.key === "Escape") {
      setAt(undefined)
      drawn.current?.dispatchAction({ type: "hideTip" })
    }
  }
  const click = (event: React.MouseEvent) => {
    const element = box.current
    if (onPick === undefined || element === null || drawn.current === undefined) return
    const { left, top } = element.getBoundingClientRect()
    const picked = shape.pick(drawn.current, [(event.clientX - left) / scale, (event.clientY - top) / scale], hidden)
    if (picked !== undefined) onPick(picked)
  }
  return (
    <>
      {marks.length > 1 ? <Legend marks={marks} hidden={hidden} onToggle={toggle} /> : null}
      <div
        ref={around}
        className={shape.isFluid ? "chart-scroll fluid" : "chart-scroll"}
        tabIndex={shape.isFluid ? undefined : 0}
        role={shape.isFluid ? undefined : "region"}
        aria-label={shape.isFluid ? undefined : chart.title}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          ref={box}
          className="chart-plot"
          role="group"
          aria-roledescription="chart"
          aria-label={`${chart.title}. ${chart.description}`}
          tabIndex={0}
          onKeyDown={press}
          onClick={click}
          style={{
            height: shape.isFluid ? `var(--plot-height, ${shape.height}px)` : shape.height,
            width: shape.isFluid ? "100%" : Math.max(chart.width, 320),
            zoom: scale,
            cursor: onPick === undefined ? undefined : "pointer"
          }}
        />
      </div>
      <div role="status" aria-live="polite" className="skip">{at === undefined ? "" : pointText(chart, at)}</div>
    </>
  )
}
