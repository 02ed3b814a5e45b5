import { HedgerowError } from "@hedgerow/client"
import { Anchor, Button, Divider, PasswordInput, Skeleton, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { cache } from "../../api/Server.ts"
import { readSession, signIn } from "../../api/Session.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { EntryForm } from "./Form.tsx"
import { ownPath } from "./OwnPath.ts"

/** The place to go to afterwards: one of the console's own, whatever the address says. */
const useArrival = () => {
  const router = useRouter()
  const { next } = useLocation({ select: ({ search }) => ({ next: (search as { readonly next?: unknown }).next }) })
  return async () => {
    cache.clear()
    await router.navigate({ href: ownPath(next) })
  }
}

/** The secret of a link, which stands behind its hash so that no log has it. */
const linkToken = (): string => location.hash.slice(1)

const openIdFaults: Readonly<Record<string, string>> = {
  openid_failed: "The provider did not sign you in. Try again.",
  openid_no_account: "There is no account for you here. Ask an administrator to invite you.",
  openid_unverified: "The provider has not verified your e-mail address."
}

const CodeForm = ({ onDone }: { readonly onDone: () => Promise<void> }) => (
  <EntryForm
    title="Second step"
    button="Continue"
    onSend={async ({ token }) => {
      await signIn("login/token/", { token })
      await onDone()
    }}
  >
    {(faultOf) => (
      <TextInput
        name="token"
        label="Code of your authenticator, or a recovery code"
        autoComplete="one-time-code"
        error={faultOf("token")}
        autoFocus
        required
      />
    )}
  </EntryForm>
)

export const LoginPage = () => {
  const arrive = useArrival()
  const error = useLocation({ select: ({ search }) => (search as { readonly error?: string }).error })
  const next = useLocation({ select: ({ search }) => (search as { readonly next?: string }).next })
  const [needsCode, setNeedsCode] = useState(false)
  const { data: session, error: fault, isPending, refetch } = useQuery({
    queryKey: ["session"],
    queryFn: readSession,
    gcTime: 0
  })
  if (isPending) {
    return (
      <main className="entry">
        <Skeleton height={280} />
      </main>
    )
  }
  if (session === undefined) {
    return (
      <main className="entry">
        <Fault error={fault} onRetry={() => void refetch()} />
      </main>
    )
  }
  if (needsCode || session.second_factor_required) return <CodeForm onDone={arrive} />
  const log = async ({ email, password }: Readonly<Record<string, string>>) => {
    try {
      await signIn("login/", { email, password })
    } catch (refused) {
      if (!(refused instanceof HedgerowError) || refused.code !== "2fa_required") throw refused
      setNeedsCode(true)
      return
    }
    await arrive()
  }
  return (
    <EntryForm
      title="Log in to Hedgerow"
      button="Log in"
      onSend={log}
      under={
        <>
          {session.openid.length === 0 ? null : <Divider label="or" />}
          {session.openid.map(({ id, name, url }) => (
            <Button
              key={id}
              component="a"
              variant="default"
              href={`${basePath}${url}?next=${encodeURIComponent(ownPath(next))}`}
            >
              Continue with {name}
            </Button>
          ))}
          <Anchor size="sm" href={`${basePath}/reset-password`}>Forgot the password?</Anchor>
        </>
      }
    >
      {(faultOf) => (
        <>
          {session.setup_required
            ? (
              <Text size="sm">
                Nobody has a password here yet. The server printed a link when it started: open that one to make yours.
              </Text>
            )
            : null}
          {error === undefined ? null : <Fault error={new Error(openIdFaults[error] ?? "Signing in failed.")} />}
          <TextInput
            name="email"
            type="email"
            label="E-mail"
            autoComplete="username"
            error={faultOf("email")}
            required
          />
          <PasswordInput
            name="password"
            label="Password"
            autoComplete="current-password"
            error={faultOf("password")}
            required
          />
        </>
      )}
    </EntryForm>
  )
}

const NewPassword = ({ fault }: { readonly fault: string | undefined }) => (
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

export const SetupPage = () => {
  const arrive = useArrival()
  const [token] = useState(linkToken)
  return (
    <EntryForm
      title="Welcome to Hedgerow"
      button="Create your account"
      onSend={async (fields) => {
        await signIn("setup/", { token, ...fields })
        await arrive()
      }}
    >
      {(faultOf) => (
        <>
          {faultOf("token") === undefined ? null : <Fault error={new Error(faultOf("token"))} />}
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

export const ResetPage = () => {
  const navigate = useNavigate()
  const [token] = useState(linkToken)
  const [isSent, setSent] = useState(false)
  if (token === "") {
    return (
      <EntryForm
        title="Reset your password"
        button="Send me a link"
        onSend={async ({ email }) => {
          await signIn("reset/", { email })
          setSent(true)
        }}
        under={
          <Text size="sm" role="status">
            {isSent
              ? "If this address has an account, a link is on its way. A server that sends no mail has the command "
                + "hedgerow user reset."
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
      onSend={async ({ password }) => {
        await signIn("reset/complete/", { token, password })
        await navigate({ to: "/login", search: {} })
      }}
    >
      {(faultOf) => (
        <>
          {faultOf("token") === undefined ? null : <Fault error={new Error(faultOf("token"))} />}
          <NewPassword fault={faultOf("password")} />
        </>
      )}
    </EntryForm>
  )
}

interface Invitation {
  readonly organization_name: string
  readonly target_email: string
  readonly first_name: string
  readonly has_account: boolean
}

export const InvitePage = () => {
  const arrive = useArrival()
  const [token] = useState(linkToken)
  const { data: invite, error } = useQuery({
    queryKey: ["invite", token],
    queryFn: async () => {
      await readSession()
      return signIn<Invitation>("invites/inspect/", { token })
    },
    retry: false
  })
  if (invite === undefined) {
    return <main className="entry">{error === null ? <Skeleton height={280} /> : <Fault error={error} />}</main>
  }
  return (
    <EntryForm
      title={`Join ${invite.organization_name}`}
      button="Join"
      onSend={async (fields) => {
        await signIn("invites/accept/", { token, ...fields })
        await arrive()
      }}
    >
      {(faultOf) => (
        <>
          <Text size="sm">The invitation is for {invite.target_email}.</Text>
          {invite.has_account ? null : (
            <>
              <TextInput
                name="first_name"
                label="Name"
                autoComplete="given-name"
                defaultValue={invite.first_name}
                error={faultOf("first_name")}
              />
              <NewPassword fault={faultOf("password")} />
            </>
          )}
        </>
      )}
    </EntryForm>
  )
}
