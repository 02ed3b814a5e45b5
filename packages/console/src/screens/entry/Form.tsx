import { Title } from "@mantine/core"
import type { ReactNode } from "react"
import { SentForm } from "../../parts/SentForm.tsx"

interface EntryFormProps {
  readonly title: string
  readonly button: string
  readonly onSend: (fields: Readonly<Record<string, string>>) => Promise<void>
  readonly children?: (faultOf: (field: string) => string | undefined) => ReactNode
  readonly under?: ReactNode
}

/** A form of signing in. */
export const EntryForm = ({ title, ...form }: EntryFormProps) => (
  <main className="entry">
    <SentForm {...form} isWide above={<Title order={1}>{title}</Title>} />
  </main>
)
