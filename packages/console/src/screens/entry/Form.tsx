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
  const [fault, setFault] = useState<{ readonly error: unknown; readonly fields: ReadonlyArray<string> }>()
  const [isSending, setSending] = useState(false)
  const ofField = fault?.error instanceof HedgerowError && fault.fields.includes(fault.error.attr ?? "")
    ? fault.error
    : undefined
  const faultOf = (field: string): string | undefined => ofField?.attr === field ? ofField.detail : undefined
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : []
      )
    )
    setSending(true)
    setFault(undefined)
    try {
      await onSend(fields)
    } catch (error) {
      setFault({ error, fields: Object.keys(fields) })
    } finally {
      setSending(false)
    }
  }
  return (
    <main className="entry">
      <form onSubmit={(event) => void send(event)}>
        <Stack>
          <Title order={1}>{title}</Title>
          {fault === undefined || ofField !== undefined ? null : <Fault error={fault.error} />}
          {children(faultOf)}
          <Button type="submit" loading={isSending}>{button}</Button>
          {under}
        </Stack>
      </form>
    </main>
  )
}
