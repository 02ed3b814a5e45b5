import { Button, Group, Modal, Stack, Textarea } from "@mantine/core"
import { useState } from "react"

/** A text that is written: one of a tile, or a new one. */
export interface Draft {
  readonly id?: number
  readonly body: string
}

interface TextFormProps {
  readonly draft: Draft | undefined
  readonly onClose: () => void
  readonly onSave: (draft: Draft) => void
}

const Form = ({ draft, onClose, onSave }: TextFormProps & { readonly draft: Draft }) => {
  const [body, setBody] = useState(draft.body)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ ...draft, body })
      }}
    >
      <Stack>
        <Textarea
          label="Text"
          description="In Markdown: # headings, **bold**, lists and links."
          required
          autosize
          minRows={5}
          maxRows={16}
          maxLength={4_000}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>Cancel</Button>
          <Button type="submit">Save</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Writes a text of a dashboard. */
export const TextForm = ({ draft, onClose, onSave }: TextFormProps) => (
  <Modal opened={draft !== undefined} onClose={onClose} title="A text on the dashboard">
    {draft === undefined ? null : <Form draft={draft} onClose={onClose} onSave={onSave} />}
  </Modal>
)
