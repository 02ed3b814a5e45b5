import { Anchor, Button, Divider, PasswordInput, Skeleton, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useLocation } from "@tanstack/react-router"
import { logIn, readSession } from "../../api/Session.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { useArrival } from "./Arrival.ts"
import { EntryForm } from "./Form.tsx"
import { ownPath } from "./OwnPath.ts"

const openIdFaults: Readonly<Record<string, string>> = {
  openid_failed: "The provider did not sign you in. Try again.",
  openid_no_account: "There is no account for you here. Ask an administrator to invite you.",
  openid_unverified: "The provider has not verified your e-mail address."
}

/** Signing in. */
export const LoginPage = () => {
  const arrive = useArrival()
  const error = useLocation({ select: ({ search }) => (search as { readonly error?: string }).error })
  const next = useLocation({ select: ({ search }) => (search as { readonly next?: string }).next })
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
  return (
    <EntryForm
      title="Log in to Hedgerow"
      button="Log in"
      onSend={async ({ email = "", password = "" }) => {
        await logIn({ email, password })
        await arrive()
      }}
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
