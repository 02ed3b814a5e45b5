import { ActionIcon, Group, TextInput, VisuallyHidden } from "@mantine/core"
import IconCheck from "@tabler/icons-react/icons/IconCheck"
import IconCopy from "@tabler/icons-react/icons/IconCopy"
import { useState } from "react"

/** A text in a field to be copied, by a button beside it. */
export const CopyText = ({ label, value }: { readonly label: string; readonly value: string }) => {
  const [copied, setCopied] = useState<string>()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(value)
  }
  return (
    <Group align="end" wrap="nowrap" gap="xs">
      <TextInput
        label={label}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: 1, minWidth: 0 }}
      />
      <ActionIcon variant="default" size={36} aria-label={`Copy: ${label}`} onClick={() => void copy()}>
        {copied === value ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
      </ActionIcon>
      <VisuallyHidden role="status">{copied === value ? "Copied" : ""}</VisuallyHidden>
    </Group>
  )
}
