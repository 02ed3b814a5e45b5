import { HedgerowError } from "@hedgerow/client"
import { Button, Group, Stack, Text } from "@mantine/core"
import { type FormEvent, type ReactNode, useState } from "react"
import { Fault } from "./Fault.tsx"

interface SentFormProps {
  readonly button: string
  readonly onSend: (fields: Readonly<Record<string, string>>) => Promise<void>
  readonly children?: (faultOf: (field: string) => string | undefined) => ReactNode
  readonly above?: ReactNode
  readonly under?: ReactNode
  /** Said once it is done; the fields are empty then. Without it the form is left. */
  readonly done?: string
  readonly isWide?: boolean
  readonly color?: string
}

const fieldsIn = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : [])
  )

/** A form: an error of a field stands beside it, any other one above. */
export const SentForm = ({ above, button, children, color, done, isWide = false, onSend, under }: SentFormProps) => {
  const [fault, setFault] = useState<{ readonly error: unknown; readonly fields: ReadonlyArray<string> }>()
  const [isSending, setSending] = useState(false)
  const [isDone, setDone] = useState(false)
  const ofField = fault?.error instanceof HedgerowError && fault.fields.includes(fault.error.attr ?? "")
    ? fault.error
    : undefined
  const faultOf = (field: string): string | undefined => ofField?.attr === field ? ofField.detail : undefined
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = fieldsIn(form)
    setSending(true)
    setFault(undefined)
    setDone(false)
    try {
      await onSend(fields)
      if (done !== undefined) {
        form.reset()
        setDone(true)
      }
    } catch (error) {
      setFault({ error, fields: Object.keys(fields) })
    } finally {
      setSending(false)
    }
  }
  const submit = <Button type="submit" loading={isSending} {...color === undefined ? {} : { color }}>{button}</Button>
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack>
        {above}
        {fault === undefined || ofField !== undefined ? null : <Fault error={fault.error} />}
        {children?.(faultOf)}
        {isWide ? submit : <Group>{submit}</Group>}
        {done === undefined ? null : <Text size="sm" role="status">{isDone ? done : ""}</Text>}
        {under}
      </Stack>
    </form>
  )
}
