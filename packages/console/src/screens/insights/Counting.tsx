import { Group, NativeSelect } from "@mantine/core"
import { useGroupTypes } from "../groups/useGroups.ts"
import type { Question } from "./Question.ts"
import { samples } from "./Words.ts"

interface CountingProps {
  readonly question: Question
  readonly onChange: (question: Question) => void
}

const everybody = "1"
const persons = ""

/** Who is counted: persons or groups of a type, all of them or a sample. */
export const Counting = ({ onChange, question }: CountingProps) => {
  const { data: types = [] } = useGroupTypes()
  const { aggregation_group_type_index: type, samplingFactor, ...rest } = question
  const sampled = samplingFactor ?? 1
  const kept = samplingFactor === undefined ? {} : { samplingFactor }
  const counted = type === undefined || type === null ? {} : { aggregation_group_type_index: type }
  const factor = String(sampled)
  return (
    <Group gap={6}>
      {types.length === 0
        ? null
        : (
          <NativeSelect
            aria-label="Who is counted"
            data={[
              { value: persons, label: "Persons" },
              ...types.map(({ group_type, group_type_index }) => ({
                value: String(group_type_index),
                label: `Groups: ${group_type}`
              }))
            ]}
            value={type === undefined || type === null ? persons : String(type)}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                ...rest,
                ...kept,
                ...value === persons ? {} : { aggregation_group_type_index: Number(value) }
              })}
          />
        )}
      <NativeSelect
        aria-label="Sample"
        data={samples.some(({ value }) => value === factor)
          ? samples
          : [...samples, { value: factor, label: `A sample of ${(sampled * 100).toLocaleString("en")} %` }]}
        value={factor}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...rest, ...counted, ...value === everybody ? {} : { samplingFactor: Number(value) } })}
      />
    </Group>
  )
}
