import { Button, Group, TextInput } from "@mantine/core"
import IconSparkles from "@tabler/icons-react/icons/IconSparkles"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { faultText } from "../../parts/Fault.tsx"

interface DraftProps {
  /** The statement in the editor, which words such as `only for …` change. */
  readonly current: () => string
  readonly onDraft: (sql: string) => void
}

/** Writes a statement from words. The server makes it, without any other service, and does not run it. */
export const Draft = ({ current, onDraft }: DraftProps) => {
  const { client } = useHere()
  const [prompt, setPrompt] = useState("")
  const { error, isPending, mutate, reset } = useMutation({
    mutationFn: () => client.queryPreparation.draftSql({ prompt: prompt.trim(), current_query: current() }),
    onSuccess: ({ sql }) => onDraft(sql)
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (prompt.trim() !== "") mutate()
      }}
    >
      <Group gap="xs" p="xs" align="start" wrap="nowrap" style={{ borderBottom: "1px solid var(--console-line)" }}>
        <TextInput
          aria-label="The question in words"
          placeholder="Draft from words: signups per week by plan"
          maxLength={400}
          value={prompt}
          error={error === null ? undefined : faultText(error)}
          onChange={(event) => {
            setPrompt(event.currentTarget.value)
            reset()
          }}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          leftSection={<IconSparkles size={16} aria-hidden />}
          loading={isPending}
        >
          Draft
        </Button>
      </Group>
    </form>
  )
}
