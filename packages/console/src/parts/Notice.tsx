import { Alert, Button, Text } from "@mantine/core"
import type { ReactNode } from "react"

interface NoticeProps {
  readonly title: string
  readonly button: string
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** What is said once, such as a secret to be kept, until it is closed. */
export const Notice = ({ button, children, onClose, title }: NoticeProps) => (
  <Alert role="status" variant="outline" color="gray">
    <Text size="sm" fw={600}>{title}</Text>
    {children}
    <Button size="xs" mt="xs" onClick={onClose}>{button}</Button>
  </Alert>
)
