import { ActionIcon, Badge, Button, Group, NativeSelect, Stack } from "@mantine/core"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import IconX from "@tabler/icons-react/icons/IconX"
import { valueText } from "../../parts/Values.ts"
import { Conditions } from "../filters/Conditions.tsx"
import { changed, without } from "../filters/Lists.ts"
import { EventOrActionChoice, PropertyChoice } from "../filters/NameChoice.tsx"
import { actionSeries, eventSeries, letterOf, type Question, type Series } from "./Question.ts"
import { maths, needsProperty } from "./Words.ts"

interface RowProps {
  readonly name: string
  readonly mark: string
  readonly series: Series
  readonly isMeasured: boolean
  readonly onChange: (series: Series) => void
  readonly onRemove: (() => void) | undefined
}

const Measure = ({ name, onChange, series }: Pick<RowProps, "name" | "onChange" | "series">) => (
  <>
    <NativeSelect
      aria-label={`Measure of ${name}`}
      data={maths}
      value={series.math ?? "total"}
      onChange={(event) => {
        const { math_property: before, ...rest } = series
        const math = event.currentTarget.value
        onChange({ ...rest, math, ...needsProperty(math) ? { math_property: before ?? "" } : {} })
      }}
    />
    {needsProperty(series.math)
      ? (
        <PropertyChoice
          label={`Property that is measured of ${name}`}
          type="event"
          isNumerical
          value={series.math_property ?? ""}
          onChange={(math_property) => onChange({ ...series, math_property })}
        />
      )
      : null}
  </>
)

const Row = ({ isMeasured, mark, name, onChange, onRemove, series }: RowProps) => (
  <Stack gap={6} role="group" aria-label={name}>
    <Group gap={6} wrap="wrap">
      <Badge variant="light" color="gray" c="var(--mantine-color-text)" w={28} px={0} aria-hidden>{mark}</Badge>
      <EventOrActionChoice
        label={`Event of ${name}`}
        value={series.kind === "ActionsNode"
          ? { action: Number(series.id), name: series.name ?? valueText(series.id) }
          : { event: series.event ?? null }}
        onChange={(chosen) => {
          const { custom_name: _, event: __, id: ___, name: ____, ...rest } = series
          onChange({
            ...rest,
            ..."event" in chosen ? eventSeries(chosen.event) : actionSeries(chosen.action, chosen.name)
          })
        }}
      />
      {isMeasured ? <Measure name={name} series={series} onChange={onChange} /> : null}
      {onRemove === undefined
        ? null
        : (
          <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
    </Group>
    <Stack gap={6} pl={34}>
      <Conditions
        about={name}
        conditions={series.properties ?? []}
        onChange={(properties) => onChange({ ...series, properties })}
      />
    </Stack>
  </Stack>
)

/** The most series of each kind, and the least. */
const bounds = {
  TrendsQuery: [1, 26],
  FunnelsQuery: [2, 25],
  LifecycleQuery: [1, 1],
  StickinessQuery: [1, 26],
  RetentionQuery: [0, 0],
  PathsQuery: [0, 0]
} as const

/** The events that a question is about: series with letters, or the steps of a funnel with numbers. */
export const SeriesRows = (
  { onChange, question }: { readonly question: Question; readonly onChange: (question: Question) => void }
) => {
  const { kind, series = [] } = question
  const [least, most] = bounds[kind]
  if (most === 0) return null
  const isFunnel = kind === "FunnelsQuery"
  const change = (next: ReadonlyArray<Series>) => onChange({ ...question, series: next })
  return (
    <Stack gap="sm">
      {series.map((one, place) => (
        <Row
          // Series have no names of their own; letters and numbers are those of their places.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          name={isFunnel ? `Step ${place + 1}` : `Series ${letterOf(place)}`}
          mark={isFunnel ? String(place + 1) : letterOf(place)}
          series={one}
          isMeasured={kind === "TrendsQuery" || kind === "StickinessQuery"}
          onChange={(next) => change(changed(series, place, next))}
          onRemove={series.length > least ? () => change(without(series, place)) : undefined}
        />
      ))}
      {series.length < most
        ? (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => change([...series, eventSeries(series.at(-1)?.event ?? null)])}
            >
              {isFunnel ? "Add a step" : "Add a series"}
            </Button>
          </div>
        )
        : null}
    </Stack>
  )
}
