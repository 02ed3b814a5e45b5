import { Button, Code, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { SentForm } from "../../parts/SentForm.tsx"
import { QrCode } from "./QrCode.tsx"
import { Section } from "./Section.tsx"

const key = ["second factor"]

const Password = ({ fault }: { readonly fault: string | undefined }) => (
  <PasswordInput
    name="current_password"
    label="Your password"
    description="Leave it empty if you have none."
    autoComplete="current-password"
    error={fault}
    maw={360}
  />
)

const CodeField = ({ fault, label }: { readonly fault: string | undefined; readonly label: string }) => (
  <TextInput name="code" label={label} autoComplete="one-time-code" error={fault} maw={360} required />
)

/** Codes that are shown this once. */
const BackupCodes = ({ codes, onClose }: { readonly codes: ReadonlyArray<string>; readonly onClose: () => void }) => (
  <Notice title="Keep these backup codes now: they are shown this once" button="I have kept them" onClose={onClose}>
    <Text size="sm">Each signs you in once, in place of your app.</Text>
    <Code block my="sm">{codes.join("\n")}</Code>
  </Notice>
)

interface Changing {
  readonly onCodes: (codes: ReadonlyArray<string>) => void
}

/** Setting it up: the password, then the app, then a first code. */
const SettingUp = ({ onCodes }: Changing) => {
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>()
  if (begun === undefined) {
    return (
      <SentForm
        key="password"
        button="Set up"
        onSend={async ({ current_password = "" }) =>
          setBegun(await api.secondFactor.begin({ body: { current_password } }))}
      >
        {(faultOf) => <Password fault={faultOf("current_password")} />}
      </SentForm>
    )
  }
  return (
    <SentForm
      key="code"
      button="Turn on"
      onSend={async ({ code = "" }) => {
        const { backup_codes } = await api.secondFactor.confirm({ body: { code } })
        onCodes(backup_codes)
      }}
      above={
        <Stack gap="sm">
          <Text size="sm">
            Read this picture with your app, or type its secret there. Then enter the code that it shows.
          </Text>
          <QrCode text={begun.uri} label="The secret for your app as a QR code" />
          <Code block maw={360}>{begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}</Code>
        </Stack>
      }
    >
      {(faultOf) => <CodeField label="Code of your app" fault={faultOf("code")} />}
    </SentForm>
  )
}

type Proof = "codes" | "off"

/** A change of a second factor that is on: it asks for the password and a code. */
const Proving = ({ onCodes, onOff, what }: Changing & { readonly what: Proof; readonly onOff: () => void }) => (
  <SentForm
    key={what}
    button={what === "off" ? "Turn it off" : "Make other codes"}
    onSend={async ({ code = "", current_password = "" }) => {
      const body = { code, current_password }
      if (what === "codes") return onCodes((await api.secondFactor.renewCodes({ body })).backup_codes)
      await api.secondFactor.turnOff({ body })
      onOff()
    }}
  >
    {(faultOf) => (
      <Stack gap="sm">
        <Password fault={faultOf("current_password")} />
        <CodeField label="A code of your app, or a backup code" fault={faultOf("code")} />
      </Stack>
    )}
  </SentForm>
)

const IsOn = ({ left, onCodes }: Changing & { readonly left: number }) => {
  const [what, setWhat] = useState<Proof>()
  return (
    <Stack>
      <Text size="sm">It is on. {left === 1 ? "One backup code is" : `${left} backup codes are`} left.</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setWhat("codes")}>New backup codes</Button>
        <Button variant="default" onClick={() => setWhat("off")}>Turn off</Button>
      </Group>
      {what === undefined ? null : (
        <Proving
          what={what}
          onCodes={(codes) => {
            setWhat(undefined)
            onCodes(codes)
          }}
          onOff={() => void cache.invalidateQueries({ queryKey: key })}
        />
      )}
    </Stack>
  )
}

/** The second factor of signing in. */
export const SecondFactorSection = () => {
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.secondFactor.read({}, { signal })
  })
  const show = (given: ReadonlyArray<string>) => {
    setCodes(given)
    void refetch()
  }
  return (
    <Section title="Second factor" about="A code of an app that is asked for when you log in with your password.">
      <Stack>
        {error === null ? null : <Fault error={error} />}
        {codes === undefined ? null : <BackupCodes codes={codes} onClose={() => setCodes(undefined)} />}
        {data === undefined
          ? null
          : data.is_on
          ? <IsOn left={data.backup_codes_left} onCodes={show} />
          : <SettingUp onCodes={show} />}
      </Stack>
    </Section>
  )
}
