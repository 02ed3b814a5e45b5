import { Button, Checkbox, Group, NativeSelect, Stack, TagsInput, Text, Textarea } from "@mantine/core"
import { useState } from "react"
import { Fault } from "../../parts/Fault.tsx"
import type { Kind } from "./Kinds.ts"
import { type Definition, type PropertyType, propertyTypes, useSaving, type Written } from "./useDefinitions.ts"

const unknownType = "unknown"

const typeNames: Readonly<Record<PropertyType, string>> = {
  DateTime: "Time",
  String: "Text",
  Numeric: "Number",
  Boolean: "Yes or no",
  Duration: "Duration"
}

/** The name of a type; "Unknown" where values of several types came, or none yet. */
export const typeName = (type: PropertyType | null | undefined): string =>
  type === null || type === undefined ? "Unknown" : typeNames[type]

interface DefinitionFormProps {
  readonly kind: Kind
  readonly definition: Definition
  readonly onDone: () => void
}

/** What members say of an event or a property. */
export const DefinitionForm = ({ definition, kind, onDone }: DefinitionFormProps) => {
  const { description, hidden, tags, type, verified } = definition
  const [written, setWritten] = useState<Written>({
    description,
    hidden,
    tags,
    verified,
    ...type === undefined ? {} : { type }
  })
  const { error, isPending, mutate } = useSaving(kind, definition, onDone)
  const change = (changes: Partial<Written>) => setWritten({ ...written, ...changes })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate(written)
      }}
    >
      <Stack>
        <Textarea
          label="Description"
          description="When it is sent, and what it stands for."
          autosize
          minRows={3}
          maxLength={4_000}
          value={written.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
          data-autofocus
        />
        <TagsInput
          label="Tags"
          value={[...written.tags]}
          onChange={(tags) => change({ tags })}
          comboboxProps={{ withinPortal: false }}
        />
        {kind === "events" ? null : (
          <NativeSelect
            label="Type"
            description="Its values are read as this. A type that is set here is not inferred again."
            data={[
              { value: unknownType, label: "Unknown" },
              ...propertyTypes.map((value) => ({ value, label: typeNames[value] }))
            ]}
            value={written.type ?? unknownType}
            onChange={({ currentTarget: { value } }) =>
              change({ type: propertyTypes.find((type) => type === value) ?? null })}
          />
        )}
        <Checkbox
          label="Verified"
          description="Somebody made sure that it is right."
          checked={written.verified}
          onChange={(event) => change({ verified: event.currentTarget.checked })}
        />
        <Checkbox
          label="Hidden"
          description="Lists to choose from leave it out. It is stored and can be queried as before."
          checked={written.hidden}
          onChange={(event) => change({ hidden: event.currentTarget.checked })}
        />
        {error === null ? null : <Fault error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>Cancel</Button>
          <Button type="submit" loading={isPending}>Save</Button>
        </Group>
        <Text size="xs" c="dimmed">Every change is in the activity log.</Text>
      </Stack>
    </form>
  )
}
