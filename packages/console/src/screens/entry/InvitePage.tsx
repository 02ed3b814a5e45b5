import { Anchor, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../api/Server.ts"
import { acceptInvite, readInvite, readSession } from "../../api/Session.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { useArrival } from "./Arrival.ts"
import { EntryForm } from "./Form.tsx"
import { useLinkToken } from "./LinkToken.ts"
import { NewPassword } from "./NewPassword.tsx"

interface Opened {
  readonly target_email: string
  readonly organization_name: string
}

/** Who has no account makes one, with the address that was invited. */
const NewAccount = ({ invite, token }: { readonly invite: Opened; readonly token: string }) => {
  const arrive = useArrival()
  return (
    <EntryForm
      title={`Join ${invite.organization_name}`}
      button="Create your account"
      onSend={async ({ first_name = "", password = "" }) => {
        await acceptInvite({ token, first_name, password })
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
            value={invite.target_email}
            readOnly
          />
          <TextInput name="first_name" label="Name" autoComplete="given-name" error={faultOf("first_name")} />
          <NewPassword fault={faultOf("password")} />
        </>
      )}
    </EntryForm>
  )
}

/** Who is signed in joins by one click, if the invitation is theirs. */
const Joining = ({ invite, token }: { readonly invite: Opened; readonly token: string }) => {
  const arrive = useArrival()
  return (
    <EntryForm
      title={`Join ${invite.organization_name}`}
      button="Join"
      onSend={async () => {
        await api.ownInvites.join({ body: { token } })
        await arrive()
      }}
      under={<Text size="sm">The invitation is for {invite.target_email}, with which you are logged in.</Text>}
    />
  )
}

/** An address with an account, of which somebody else or nobody is logged in. */
const OtherLogin = ({ invite }: { readonly invite: Opened }) => (
  <main className="entry">
    <Stack>
      <Title order={1}>{`Join ${invite.organization_name}`}</Title>
      <Text size="sm">
        There is an account with {invite.target_email}. Log in with it, then open the link of the invitation again.
      </Text>
      <Anchor size="sm" href={`${basePath}/login`}>Log in</Anchor>
    </Stack>
  </main>
)

const sameEmail = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.toLowerCase()

/** The link of an invitation. */
export const InvitePage = () => {
  const [token] = useState(useLinkToken())
  const { data, error } = useQuery({
    queryKey: ["invite", token],
    queryFn: async () => {
      const session = await readSession()
      return { session, invite: await readInvite(token) }
    },
    retry: false,
    gcTime: 0
  })
  if (data === undefined) {
    return (
      <main className="entry">
        <Stack>
          <Title order={1}>An invitation</Title>
          {error === null ? <Skeleton height={200} /> : <Fault error={error} />}
        </Stack>
      </main>
    )
  }
  const { invite, session } = data
  if (!invite.has_account) return <NewAccount invite={invite} token={token} />
  return sameEmail(invite.target_email, session.user?.email)
    ? <Joining invite={invite} token={token} />
    : <OtherLogin invite={invite} />
}
