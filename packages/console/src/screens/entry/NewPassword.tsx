import { PasswordInput } from "@mantine/core"

/** The field of a password that is chosen now. */
export const NewPassword = ({ fault }: { readonly fault: string | undefined }) => (
  <PasswordInput
    name="password"
    label="Password"
    description="At least 8 characters."
    autoComplete="new-password"
    minLength={8}
    error={fault}
    required
  />
)
