import { Group, NumberInput, Stack, TextInput } from "@mantine/core"
import IconPlus from "@tabler/icons-react/icons/IconPlus"
import { QuietButton } from "../../parts/QuietButton.tsx"
import { changed, without } from "../filters/Lists.ts"
import { type Question, settingsOf, withSettings } from "./Question.ts"

type Goal = Readonly<Record<string, unknown>>

/** The most lines that a chart draws. */
const most = 10

const goalsOf = (question: Question): ReadonlyArray<Goal> => {
  const { goalLines } = settingsOf(question)
  return Array.isArray(goalLines) ? goalLines as ReadonlyArray<Goal> : []
}

interface GoalsProps {
  readonly question: Question
  readonly onChange: (question: Question) => void
}

/** The values that people want to reach, drawn as lines across the chart. */
export const Goals = ({ onChange, question }: GoalsProps) => {
  const goals = goalsOf(question)
  const set = (next: ReadonlyArray<Goal>) =>
    onChange(withSettings(question, { goalLines: next.length === 0 ? undefined : next }))
  return (
    <Stack gap={6} role="group" aria-label="Goals">
      {goals.map((goal, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={place} gap={6}>
          <TextInput
            aria-label={`Name of goal ${place + 1}`}
            placeholder="Goal"
            maxLength={40}
            w={160}
            value={typeof goal["label"] === "string" ? goal["label"] : ""}
            onChange={({ currentTarget: { value } }) => set(changed(goals, place, { ...goal, label: value }))}
          />
          <NumberInput
            aria-label={`Value of goal ${place + 1}`}
            w={120}
            value={typeof goal["value"] === "number" ? goal["value"] : ""}
            onChange={(value) => {
              if (typeof value === "number") set(changed(goals, place, { ...goal, value }))
            }}
          />
          <QuietButton
            aria-label={`Remove goal ${place + 1}`}
            onClick={() => set(without(goals, place))}
          >
            Remove
          </QuietButton>
        </Group>
      ))}
      {goals.length >= most ? null : (
        <div>
          <QuietButton
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => set([...goals, { label: "Goal", value: 100 }])}
          >
            Add a goal line
          </QuietButton>
        </div>
      )}
    </Stack>
  )
}
