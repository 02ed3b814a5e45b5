import { Checkbox, Group, NativeSelect, NumberInput, Stack, Switch, TextInput, Title } from "@mantine/core"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import { useState } from "react"
import { QuietButton } from "../../parts/QuietButton.tsx"
import { owners } from "../filters/Condition.ts"
import { changed, without } from "../filters/Lists.ts"
import { EventChoice, PropertyChoice } from "../filters/NameChoice.tsx"
import { Goals } from "./Goals.tsx"
import { cutsOf, type Question, settingsOf, withCuts, withSettings } from "./Question.ts"
import {
  displays,
  funnelViews,
  intervals,
  pathEvents,
  periods,
  retentionPeriods,
  retentionTypes,
  stepOrders,
  windowUnits
} from "./Words.ts"

interface OptionsProps {
  readonly question: Question
  readonly onChange: (question: Question) => void
}

type Fields = Readonly<Record<string, unknown>>

const textIn = (fields: Fields, name: string, otherwise: string): string => {
  const value = fields[name]
  return typeof value === "string" ? value : otherwise
}

const numberIn = (fields: Fields, name: string, otherwise: number): number => {
  const value = fields[name]
  return typeof value === "number" ? value : otherwise
}

const ownDates = "own"

/** The period that a question is about, and the length of its points. */
export const Period = ({ onChange, question }: OptionsProps) => {
  const { dateRange = {}, interval, kind } = question
  const from = dateRange.date_from ?? "-7d"
  const isKnown = dateRange.date_to === undefined && periods.some(({ value }) => value === from)
  if (kind === "RetentionQuery") return null
  const hasIntervals = kind === "TrendsQuery" || kind === "LifecycleQuery" || kind === "StickinessQuery"
    || settingsOf(question)["funnelVizType"] === "trends"
  return (
    <Group gap={6} wrap="wrap">
      <NativeSelect
        aria-label="Period"
        data={[...periods, { value: ownDates, label: "From a day to a day" }]}
        value={isKnown ? from : ownDates}
        onChange={(event) => {
          const date_from = event.currentTarget.value
          const today = new Date().toISOString().slice(0, 10)
          const before = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
          onChange({
            ...question,
            dateRange: date_from === ownDates ? { date_from: before, date_to: today } : { date_from }
          })
        }}
      />
      {isKnown
        ? null
        : (
          <>
            <TextInput
              type="date"
              aria-label="First day"
              value={from.slice(0, 10)}
              onChange={(event) =>
                onChange({ ...question, dateRange: { ...dateRange, date_from: event.currentTarget.value } })}
            />
            <TextInput
              type="date"
              aria-label="Last day"
              value={(dateRange.date_to ?? "").slice(0, 10)}
              onChange={(event) =>
                onChange({ ...question, dateRange: { ...dateRange, date_to: event.currentTarget.value } })}
            />
          </>
        )}
      {hasIntervals
        ? (
          <NativeSelect
            aria-label="Interval"
            data={intervals}
            value={interval ?? "day"}
            onChange={(event) => onChange({ ...question, interval: event.currentTarget.value })}
          />
        )
        : null}
    </Group>
  )
}

const canCompare = (kind: Question["kind"]): boolean => kind === "TrendsQuery" || kind === "StickinessQuery"

/** Whether the period before is shown too, and whether the events of testers count. */
export const Switches = ({ onChange, question }: OptionsProps) => (
  <Group gap="lg">
    {canCompare(question.kind)
      ? (
        <Switch
          label="Compare with the period before"
          checked={question.compareFilter?.compare === true}
          onChange={(event) => {
            const { compareFilter: _, ...rest } = question
            onChange(event.currentTarget.checked ? { ...rest, compareFilter: { compare: true } } : rest)
          }}
        />
      )
      : null}
    <Switch
      label="Without test accounts"
      checked={question.filterTestAccounts === true}
      onChange={(event) => onChange({ ...question, filterTestAccounts: event.currentTarget.checked })}
    />
  </Group>
)

/** The most properties that a result is cut by together. */
const mostCuts = {
  TrendsQuery: 3,
  FunnelsQuery: 1,
  RetentionQuery: 1,
  LifecycleQuery: 0,
  StickinessQuery: 0,
  PathsQuery: 0
}

/** The properties that the result is cut by. */
export const Cuts = ({ onChange, question }: OptionsProps) => {
  const cuts = cutsOf(question)
  const most = mostCuts[question.kind]
  if (most === 0) return null
  const shown = cuts.length < most ? [...cuts, { property: "", type: "event" }] : cuts
  return (
    <Stack gap={6} role="group" aria-label="Cut by">
      <Title order={2} fz="sm">Cut by</Title>
      {shown.map((cut, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={place} gap={6}>
          <PropertyChoice
            label={place === 0 ? "Cut by a property" : `Cut by property ${place + 1}`}
            type={cut.type}
            value={cut.property}
            onChange={(property) =>
              onChange(withCuts(
                question,
                place < cuts.length
                  ? property === "" ? without(cuts, place) : changed(cuts, place, { ...cut, property })
                  : [...cuts, { ...cut, property }]
              ))}
          />
          {place < cuts.length
            ? (
              <>
                <NativeSelect
                  aria-label={`Owner of ${cut.property}`}
                  data={owners}
                  value={cut.type}
                  onChange={(event) =>
                    onChange(withCuts(question, changed(cuts, place, { ...cut, type: event.currentTarget.value })))}
                />
                <Checkbox
                  label="cut"
                  aria-label={`Cut by ${cut.property}`}
                  checked
                  onChange={() => onChange(withCuts(question, without(cuts, place)))}
                />
              </>
            )
            : null}
        </Group>
      ))}
    </Stack>
  )
}

const Formula = ({ onChange, question }: OptionsProps) => {
  const formula = textIn(settingsOf(question), "formula", "")
  const [written, setWritten] = useState<string>()
  const keep = () => {
    if (written !== undefined) {
      onChange(withSettings(question, { formula: written.trim() === "" ? undefined : written }))
    }
    setWritten(undefined)
  }
  return (
    <TextInput
      label="Formula"
      placeholder="B / A * 100"
      value={written ?? formula}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep()
      }}
      w={200}
    />
  )
}

/** Lines across a chart need an axis of values. */
const hasGoals = (question: Question): boolean =>
  !["ActionsPie", "BoldNumber", "ActionsTable"].includes(textIn(settingsOf(question), "display", ""))

const TrendsOptions = (props: OptionsProps) => {
  const { onChange, question } = props
  return (
    <Group gap="md" align="end">
      <NativeSelect
        label="Drawn as"
        data={displays}
        value={textIn(settingsOf(question), "display", "ActionsLineGraph")}
        onChange={(event) => onChange(withSettings(question, { display: event.currentTarget.value }))}
      />
      <Formula {...props} />
      {hasGoals(question) ? <Goals {...props} /> : null}
    </Group>
  )
}

const FunnelOptions = ({ onChange, question }: OptionsProps) => {
  const settings = settingsOf(question)
  const set = (changes: Fields) => onChange(withSettings(question, changes))
  return (
    <Group gap="md" align="end">
      <NativeSelect
        label="Shown as"
        data={funnelViews}
        value={textIn(settings, "funnelVizType", "steps")}
        onChange={(event) => set({ funnelVizType: event.currentTarget.value })}
      />
      <NativeSelect
        label="Steps happen"
        data={stepOrders}
        value={textIn(settings, "funnelOrderType", "ordered")}
        onChange={(event) => set({ funnelOrderType: event.currentTarget.value })}
      />
      <Group gap={6} align="end">
        <NumberInput
          label="Within"
          min={1}
          max={365}
          w={90}
          allowDecimal={false}
          value={numberIn(settings, "funnelWindowInterval", 14)}
          onChange={(value) => {
            if (typeof value === "number" && value >= 1) set({ funnelWindowInterval: value })
          }}
        />
        <NativeSelect
          aria-label="Unit of the time of a funnel"
          data={windowUnits}
          value={textIn(settings, "funnelWindowIntervalUnit", "day")}
          onChange={(event) => set({ funnelWindowIntervalUnit: event.currentTarget.value })}
        />
      </Group>
    </Group>
  )
}

/** Who did one of these events on the way from the first step to the last does not count as converted. */
const Exclusions = ({ onChange, question }: OptionsProps) => {
  const found = settingsOf(question)["exclusions"]
  const exclusions: ReadonlyArray<Fields> = Array.isArray(found) ? found : []
  const last = (question.series?.length ?? 2) - 1
  const set = (next: ReadonlyArray<Fields>) =>
    onChange(withSettings(question, { exclusions: next.length === 0 ? undefined : next }))
  return (
    <Stack gap={6} role="group" aria-label="Left out">
      {exclusions.map((exclusion, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={place} gap={6}>
          <span>without those who did</span>
          <EventChoice
            label={`Event that is left out ${place + 1}`}
            value={textIn(exclusion, "event", "") || null}
            any="Choose an event"
            onChange={(event) =>
              set(
                changed(exclusions, place, {
                  ...exclusion,
                  event: event ?? "",
                  ...event === null ? {} : { name: event }
                })
              )}
          />
          <QuietButton
            onClick={() => set(without(exclusions, place))}
          >
            Remove
          </QuietButton>
        </Group>
      ))}
      <div>
        <QuietButton
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...exclusions, { kind: "EventsNode", event: "", funnelFromStep: 0, funnelToStep: last }])}
        >
          Leave out who did something in between
        </QuietButton>
      </div>
    </Stack>
  )
}

const eventOf = (entity: unknown): string | null => {
  if (typeof entity !== "object" || entity === null) return null
  const { id } = entity as Fields
  return typeof id === "string" ? id : null
}

const RetentionOptions = ({ onChange, question }: OptionsProps) => {
  const settings = settingsOf(question)
  const set = (changes: Fields) => onChange(withSettings(question, changes))
  const entity = (event: string | null) => ({ id: event, ...event === null ? {} : { name: event }, type: "events" })
  return (
    <Stack gap="sm">
      <Group gap={8}>
        <span>People who did</span>
        <EventChoice
          label="Event that begins"
          value={eventOf(settings["targetEntity"])}
          onChange={(event) => set({ targetEntity: entity(event) })}
        />
        <NativeSelect
          aria-label="Beginning"
          data={retentionTypes}
          value={textIn(settings, "retentionType", "retention_recurring")}
          onChange={(event) => set({ retentionType: event.currentTarget.value })}
        />
      </Group>
      <Group gap={8}>
        <span>and came back to do</span>
        <EventChoice
          label="Event that returns"
          value={eventOf(settings["returningEntity"])}
          onChange={(event) => set({ returningEntity: entity(event) })}
        />
      </Group>
      <Group gap={8}>
        <span>in the last</span>
        <NumberInput
          aria-label="Number of periods"
          min={2}
          max={60}
          w={80}
          allowDecimal={false}
          value={numberIn(settings, "totalIntervals", 7)}
          onChange={(value) => {
            if (typeof value === "number" && value >= 2) set({ totalIntervals: value })
          }}
        />
        <NativeSelect
          aria-label="Unit of the periods"
          data={retentionPeriods}
          value={textIn(settings, "period", "Day")}
          onChange={(event) => set({ period: event.currentTarget.value })}
        />
      </Group>
    </Stack>
  )
}

const PathsOptions = ({ onChange, question }: OptionsProps) => {
  const settings = settingsOf(question)
  const set = (changes: Fields) => onChange(withSettings(question, changes))
  const included = Array.isArray(settings["includeEventTypes"]) ? settings["includeEventTypes"].map(String) : []
  const [start, setStart] = useState<string>()
  const keep = () => {
    if (start !== undefined) set({ startPoint: start.trim() === "" ? undefined : start.trim() })
    setStart(undefined)
  }
  return (
    <Group gap="md" align="end">
      <Checkbox.Group
        label="Steps are"
        value={included}
        onChange={(includeEventTypes) => set({ includeEventTypes })}
      >
        <Group gap="sm" mt={6}>
          {pathEvents.map(({ label, value }) => <Checkbox key={value} value={value} label={label} />)}
        </Group>
      </Checkbox.Group>
      <TextInput
        label="Begin with"
        placeholder="Any step"
        w={240}
        value={start ?? textIn(settings, "startPoint", "")}
        onChange={(event) => setStart(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === "Enter") keep()
        }}
      />
      <NumberInput
        label="Steps"
        min={2}
        max={20}
        w={80}
        allowDecimal={false}
        value={numberIn(settings, "stepLimit", 5)}
        onChange={(value) => {
          if (typeof value === "number" && value >= 2) set({ stepLimit: value })
        }}
      />
    </Group>
  )
}

/** What a kind alone can be told. */
export const KindOptions = (props: OptionsProps) => {
  switch (props.question.kind) {
    case "TrendsQuery":
      return <TrendsOptions {...props} />
    case "FunnelsQuery":
      return (
        <>
          <FunnelOptions {...props} />
          <Exclusions {...props} />
        </>
      )
    case "RetentionQuery":
      return <RetentionOptions {...props} />
    case "PathsQuery":
      return <PathsOptions {...props} />
    default:
      return null
  }
}
