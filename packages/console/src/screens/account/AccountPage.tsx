import { Stack } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { api } from "../../api/Server.ts"
import { Page } from "../../parts/Page.tsx"
import { IdentitiesSection } from "./Identities.tsx"
import { KeysSection } from "./Keys.tsx"
import { NameSection, PasswordSection } from "./Profile.tsx"
import { SecondFactorSection } from "./SecondFactor.tsx"
import { SessionsSection } from "./Sessions.tsx"

/** The own account: name, password, second factor, sessions and keys. */
export const AccountPage = () => {
  const { data: user } = useQuery({ queryKey: ["me"], queryFn: ({ signal }) => api.identity.me({}, { signal }) })
  return (
    <Page title="Account">
      <Stack>
        {user === undefined ? null : <NameSection key={user.id} user={user} />}
        <PasswordSection />
        <SecondFactorSection />
        <IdentitiesSection />
        <SessionsSection />
        <KeysSection />
      </Stack>
    </Page>
  )
}
