import { Group, Text, Title } from "@mantine/core"
import { type ReactNode, useEffect } from "react"

interface PageProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page with its title, and what can be done on it. */
export const Page = ({ actions, children, title }: PageProps) => {
  useEffect(() => {
    document.title = `${title} · Hedgerow`
  }, [title])
  return (
    <div className="page">
      <div className="page-head">
        <Title order={1} className="cut">{title}</Title>
        <Group gap="xs">{actions}</Group>
      </div>
      {children}
    </div>
  )
}

/** What is said where there is nothing yet, and how to change that. */
export const Empty = ({ children, title }: { readonly title: string; readonly children?: ReactNode }) => (
  <div className="empty">
    <Text fw={600}>{title}</Text>
    <Text size="sm" c="dimmed" component="div" mt={6} maw={520} mx="auto">{children}</Text>
  </div>
)
