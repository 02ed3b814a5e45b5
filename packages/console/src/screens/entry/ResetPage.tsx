import { Text, TextInput } from "@mantine/core"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { askReset, resetPassword } from "../../api/Session.ts"
import { EntryForm } from "./Form.tsx"
import { useLinkToken } from "./LinkToken.ts"
import { NewPassword } from "./NewPassword.tsx"

/** A forgotten password: a link is asked for by mail, and opened. */
export const ResetPage = () => {
  const navigate = useNavigate()
  const token = useLinkToken()
  const [isSent, setSent] = useState(false)
  if (token === "") {
    return (
      <EntryForm
        title="Reset your password"
        button="Send me a link"
        onSend={async ({ email = "" }) => {
          await askReset({ email })
          setSent(true)
        }}
        under={
          <Text size="sm" role="status">
            {isSent
              ? "If this address has an account, a link is on its way. A server that sends no mail has the command "
                + "hedgerow user reset-password."
              : ""}
          </Text>
        }
      >
        {(faultOf) => (
          <TextInput
            name="email"
            type="email"
            label="E-mail"
            autoComplete="username"
            error={faultOf("email")}
            required
          />
        )}
      </EntryForm>
    )
  }
  return (
    <EntryForm
      title="Choose a new password"
      button="Save the password"
      onSend={async ({ password = "" }) => {
        await resetPassword({ token, password })
        await navigate({ to: "/login", search: {} })
      }}
    >
      {(faultOf) => <NewPassword fault={faultOf("password")} />}
    </EntryForm>
  )
}
