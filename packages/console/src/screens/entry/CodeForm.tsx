import { Text, TextInput } from "@mantine/core"
import { completeLogIn } from "../../api/Session.ts"
import { EntryForm } from "./Form.tsx"

/** A code of an app, or a backup code. */
export const CodeInput = ({ fault }: { readonly fault: string | undefined }) => (
  <TextInput
    name="code"
    label="Code"
    description="The six digits of your app, or a backup code."
    autoComplete="one-time-code"
    error={fault}
    required
  />
)

/** The second step of signing in. */
export const CodeForm = ({ onArrive, token }: { readonly token: string; readonly onArrive: () => Promise<void> }) => (
  <EntryForm
    title="Enter your code"
    button="Log in"
    onSend={async ({ code = "" }) => {
      await completeLogIn({ token, code })
      await onArrive()
    }}
    under={
      <Text size="sm" c="dimmed">
        Without your app and your backup codes, ask whoever runs this server: the command is hedgerow user
        reset-second-factor.
      </Text>
    }
  >
    {(faultOf) => <CodeInput fault={faultOf("code")} />}
  </EntryForm>
)
