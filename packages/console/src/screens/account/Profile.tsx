import { PasswordInput, Stack, TextInput } from "@mantine/core"
import type { User } from "../../api/Project.ts"
import { api, cache } from "../../api/Server.ts"
import { changePassword } from "../../api/Session.ts"
import { SentForm } from "../../parts/SentForm.tsx"
import { Section } from "./Section.tsx"

/** The own name. */
export const NameSection = ({ user }: { readonly user: User }) => (
  <Section title="Name" about={`You sign in as ${user.email}.`}>
    <SentForm
      button="Save the name"
      onSend={async ({ first_name = "", last_name = "" }) => {
        await api.identity.updateMe({ body: { first_name, last_name } })
        await cache.invalidateQueries({ queryKey: ["me"] })
      }}
    >
      {(faultOf) => (
        <Stack gap="sm" maw={360}>
          <TextInput
            name="first_name"
            label="First name"
            autoComplete="given-name"
            defaultValue={user.first_name}
            error={faultOf("first_name")}
          />
          <TextInput
            name="last_name"
            label="Last name"
            autoComplete="family-name"
            defaultValue={user.last_name}
            error={faultOf("last_name")}
          />
        </Stack>
      )}
    </SentForm>
  </Section>
)

/** The own password. */
export const PasswordSection = () => (
  <Section title="Password" about="Every other session of yours ends with a new password. API keys go on.">
    <SentForm
      button="Change the password"
      done="Your password is changed."
      onSend={async ({ current_password = "", password = "" }) => {
        await changePassword({ current_password, password })
        await cache.invalidateQueries({ queryKey: ["sessions"] })
      }}
    >
      {(faultOf) => (
        <Stack gap="sm" maw={360}>
          <PasswordInput
            name="current_password"
            label="Current password"
            autoComplete="current-password"
            error={faultOf("current_password")}
            required
          />
          <PasswordInput
            name="password"
            label="New password"
            description="At least 8 characters."
            autoComplete="new-password"
            minLength={8}
            error={faultOf("password")}
            required
          />
        </Stack>
      )}
    </SentForm>
  </Section>
)
