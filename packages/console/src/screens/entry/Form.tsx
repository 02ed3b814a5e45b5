import { HedgerowError } from "@hedgerow/client"
import { Button, Stack, Title } from "@mantine/core"
import { type FormEvent, type ReactNode, useState } from "react"
import { Fault } from "../../parts/Fault.tsx"

interface EntryFormProps {
  readonly title: string
  readonly button: string
  readonly onSend: (fields: Readonly<Record<string, string>>) => Promise<void>
  readonly children: (faultOf: (field: string) => string | undefined) => ReactNode
  readonly under?: ReactNode
}

/** A form of signing in: an error of a field stands beside it, any other one above. */
export const EntryForm = ({ button, children, onSend, title, under }: EntryFormProps) => {
  const [error, setError] = useState<unknown>()
  const [isSending, setSending] = useState(false)
  const attr = error instanceof HedgerowError ? error.attr : null
  const faultOf = (field: string): string | undefined =>
    error instanceof HedgerowError && attr === field ? error.detail : undefined
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])
    )
    setSending(true)
    setError(undefined)
    try {
      await onSend(fields)
    } catch (fault) {
      setError(fault)
    } finally {
      setSending(false)
    }
  }
  return (
    <main className="entry">
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Title order={1}>{title}</Title>
          {error === undefined || attr !== null ? null : <Fault error={error} />}
          {children(faultOf)}
          <Button type="submit" loading={isSending}>{button}</Button>
          {under}
        </Stack>
      </form>
    </main>
  )
}
