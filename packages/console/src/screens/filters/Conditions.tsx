import { ActionIcon, Group, NativeSelect, TagsInput, TextInput } from "@mantine/core"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import IconX from "@tabler/icons-react/icons/IconX"
import { useState } from "react"
import { QuietButton } from "../../parts/QuietButton.tsx"
import {
  cohortCondition,
  type Condition,
  hasValue,
  memberships,
  operators,
  owners,
  takesSeveral,
  textsOf
} from "./Condition.ts"
import { useCohorts, usePropertyValues } from "./Definitions.ts"
import { changed, without } from "./Lists.ts"
import { PropertyChoice } from "./NameChoice.tsx"

interface RowProps {
  readonly about: string
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

const Value = ({ about, condition, onChange }: Omit<RowProps, "onRemove">) => {
  const { key, operator, type, value } = condition
  const [isOpen, setOpen] = useState(false)
  const { data = [] } = usePropertyValues(type, key, isOpen)
  const [written, setWritten] = useState<string>()
  if (!hasValue(operator)) return null
  if (takesSeveral(operator)) {
    return (
      <TagsInput
        aria-label={`Values of ${key} for ${about}`}
        placeholder={textsOf(value).length === 0 ? "Value" : ""}
        value={textsOf(value)}
        data={data}
        onFocus={() => setOpen(true)}
        onChange={(values) => onChange({ ...condition, value: values })}
        miw={180}
        acceptValueOnBlur
      />
    )
  }
  const isDate = operator.startsWith("is_date")
  const keep = () => {
    if (written !== undefined) onChange({ ...condition, value: written })
    setWritten(undefined)
  }
  return (
    <TextInput
      aria-label={`Value of ${key} for ${about}`}
      placeholder={isDate ? "2026-01-31, or -7d" : "Value"}
      value={written ?? textsOf(value)[0] ?? ""}
      onChange={(event) => setWritten(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === "Enter") keep()
      }}
      w={160}
    />
  )
}

const Row = ({ about, condition, onChange, onRemove }: RowProps) => (
  <Group gap={6} wrap="wrap">
    <PropertyChoice
      label={`Property of a condition on ${about}`}
      type={condition.type}
      value={condition.key}
      onChange={(key) => onChange({ ...condition, key, value: [] })}
    />
    <NativeSelect
      aria-label={`Owner of ${condition.key} for ${about}`}
      data={owners}
      value={condition.type}
      onChange={(event) => onChange({ ...condition, type: event.currentTarget.value })}
    />
    <NativeSelect
      aria-label={`Comparison of ${condition.key} for ${about}`}
      data={operators}
      value={condition.operator}
      onChange={(event) => {
        const operator = event.currentTarget.value
        const one = textsOf(condition.value)
        onChange({ ...condition, operator, value: takesSeveral(operator) ? one : one[0] ?? "" })
      }}
    />
    <Value about={about} condition={condition} onChange={onChange} />
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Remove the condition on ${condition.key} of ${about}`}
      onClick={onRemove}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  </Group>
)

const CohortRow = ({ about, condition, onChange, onRemove }: RowProps) => {
  const { data = [] } = useCohorts()
  const { operator, value } = condition
  const chosen = textsOf(value)[0] ?? ""
  const known = data.map(({ id, name }) => ({ value: String(id), label: name }))
  const isKnown = known.some((one) => one.value === chosen)
  return (
    <Group gap={6} wrap="wrap">
      <NativeSelect
        aria-label={`Membership for ${about}`}
        data={memberships}
        value={operator}
        onChange={(event) => onChange({ ...condition, operator: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={`Cohort for ${about}`}
        data={[
          ...isKnown ? [] : [{ value: chosen, label: chosen === "" ? "Choose a cohort" : `Cohort ${chosen}` }],
          ...known
        ]}
        value={chosen}
        onChange={(event) => onChange({ ...condition, value: Number(event.currentTarget.value) })}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove the cohort of ${about}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

interface ConditionsProps {
  /** The things that the conditions are on, in words. */
  readonly about: string
  readonly conditions: ReadonlyArray<Condition>
  /** The owner of the properties of a new condition; the event by default. */
  readonly type?: string
  readonly onChange: (conditions: ReadonlyArray<Condition>) => void
}

/** Conditions that all hold. */
export const Conditions = ({ about, conditions, onChange, type = "event" }: ConditionsProps) => (
  <>
    {conditions.map((condition, place) => {
      const Shown = condition.type === "cohort" ? CohortRow : Row
      return (
        <Shown
          // Conditions have no names; one that is removed takes its place with it.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          about={about}
          condition={condition}
          onChange={(next) => onChange(changed(conditions, place, next))}
          onRemove={() => onChange(without(conditions, place))}
        />
      )
    })}
    <Group gap={4}>
      <QuietButton
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add a condition on ${about}`}
        onClick={() => onChange([...conditions, { key: "", type, operator: "exact", value: [] }])}
      >
        Condition
      </QuietButton>
      <QuietButton
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add a cohort to ${about}`}
        onClick={() => onChange([...conditions, cohortCondition])}
      >
        Cohort
      </QuietButton>
    </Group>
  </>
)
