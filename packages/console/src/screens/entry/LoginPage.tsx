import { Anchor, PasswordInput, Skeleton, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { logIn, readSession } from "../../api/Session.ts"
import { basePath } from "../../browser/Base.ts"
import { Fault } from "../../parts/Fault.tsx"
import { useArrival, useNext } from "./Arrival.ts"
import { CodeForm } from "./CodeForm.tsx"
import { EntryForm } from "./Form.tsx"
import { ProviderButton } from "./ProviderButton.tsx"

/** Signing in. */
export const LoginPage = () => {
  const arrive = useArrival()
  const next = useNext()
  const [secondStep, setSecondStep] = useState<string>()
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
  if (secondStep !== undefined) return <CodeForm token={secondStep} onArrive={arrive} />
  return (
    <EntryForm
      title="Log in to Hedgerow"
      button="Log in"
      onSend={async ({ email = "", password = "" }) => {
        const token = await logIn({ email, password })
        setSecondStep(token)
        if (token === undefined) await arrive()
      }}
      under={
        <>
          {session.provider === null ? null : <ProviderButton name={session.provider} next={next} />}
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
