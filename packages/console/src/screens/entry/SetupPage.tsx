import { TextInput } from "@mantine/core"
import { setUp } from "../../api/Session.ts"
import { useArrival } from "./Arrival.ts"
import { EntryForm } from "./Form.tsx"
import { useLinkToken } from "./LinkToken.ts"
import { NewPassword } from "./NewPassword.tsx"

/** The first account, by the link that the server prints. */
export const SetupPage = () => {
  const arrive = useArrival()
  const token = useLinkToken()
  return (
    <EntryForm
      title="Welcome to Hedgerow"
      button="Create your account"
      onSend={async ({ email = "", first_name = "", password = "" }) => {
        await setUp({ token, email, first_name, password })
        await arrive()
      }}
    >
      {(faultOf) => (
        <>
          <TextInput
            name="email"
            type="email"
            label="E-mail"
            autoComplete="username"
            error={faultOf("email")}
            required
          />
          <TextInput name="first_name" label="Name" autoComplete="given-name" error={faultOf("first_name")} />
          <NewPassword fault={faultOf("password")} />
        </>
      )}
    </EntryForm>
  )
}
