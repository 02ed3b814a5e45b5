import { ActionIcon, Button, Group, TextInput, Title } from "@mantine/core"
import IconX from "@tabler/icons-react/icons/IconX"
import { useState } from "react"
import { Fault } from "../../parts/Fault.tsx"
import { Empty } from "../../parts/Page.tsx"
import { valueText } from "../../parts/Values.ts"

/** A property that is set or, without a value, removed. */
export interface PropertyEdit {
  readonly key: string
  readonly value?: unknown
}

/** A value as it was written: JSON where it is some, a text otherwise. */
const written = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const AddProperty = (
  { isPending, onAdd }: { readonly isPending: boolean; readonly onAdd: (key: string, value: unknown) => void }
) => {
  const [key, setKey] = useState("")
  const [value, setValue] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(key.trim(), written(value))
        setKey("")
        setValue("")
      }}
    >
      <Group gap={6} p="sm" align="end">
        <TextInput
          label="Property"
          required
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          w={160}
        />
        <TextInput label="Value" value={value} onChange={(event) => setValue(event.currentTarget.value)} w={180} />
        <Button type="submit" variant="default" loading={isPending}>Set it</Button>
      </Group>
    </form>
  )
}

interface PropertiesProps {
  readonly properties: Readonly<Record<string, unknown>>
  readonly error: Error | null
  readonly isPending: boolean
  readonly onEdit: (edit: PropertyEdit) => void
}

/** The properties of a person or a group, which are set and removed here. */
export const Properties = ({ error, isPending, onEdit, properties }: PropertiesProps) => {
  const names = Object.keys(properties).toSorted()
  return (
    <section className="card" aria-label="Properties">
      <Title order={2} p="sm">Properties</Title>
      {error === null ? null : <Fault error={error} />}
      {names.length === 0 ?
        <Empty title="No properties yet">They come with events, or are set here.</Empty> :
        (
          <div className="rows">
            <table aria-label="Properties">
              <tbody>
                {names.map((name) => (
                  <tr key={name}>
                    <th scope="row" style={{ position: "static" }}>{name}</th>
                    <td title={valueText(properties[name])}>{valueText(properties[name])}</td>
                    <td className="number">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="sm"
                        aria-label={`Remove the property ${name}`}
                        onClick={() => onEdit({ key: name })}
                      >
                        <IconX size={14} aria-hidden />
                      </ActionIcon>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      <AddProperty isPending={isPending} onAdd={(key, value) => onEdit({ key, value })} />
    </section>
  )
}
