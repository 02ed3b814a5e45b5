import { Text, Title } from "@mantine/core"
import type { ReactNode } from "react"

interface SectionProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children: ReactNode
}

/** A part of a page of settings. */
export const Section = ({ about, children, title }: SectionProps) => (
  <section className="card" aria-label={title} style={{ padding: 20 }}>
    <Title order={2} size="h4">{title}</Title>
    {about === undefined ? null : <Text size="sm" c="dimmed" mt={4} component="div">{about}</Text>}
    <div style={{ marginTop: 16 }}>{children}</div>
  </section>
)
