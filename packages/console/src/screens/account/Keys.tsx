import "../../parts/FieldStyles.ts"
import { Button, Code, Group, MultiSelect, Stack, Text, TextInput } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api, cache } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { SentForm } from "../../parts/SentForm.tsx"
import { Time } from "../../parts/Times.tsx"
import { zoneHere } from "../../parts/ZoneHere.ts"
import { type Scope, scopeChoices } from "./ScopeNames.ts"
import { Section } from "./Section.tsx"

const key = ["keys"]
const reread = () => cache.invalidateQueries({ queryKey: key })

interface Issued {
  readonly label: string
  readonly value: string | null
}

const Value = ({ issued, onClose }: { readonly issued: Issued; readonly onClose: () => void }) => (
  <Notice title={`Keep the key "${issued.label}" now: it is shown this once`} button="I have kept it" onClose={onClose}>
    <Code block my="sm">{issued.value}</Code>
  </Notice>
)

const NewKey = ({ onIssued }: { readonly onIssued: (issued: Issued) => void }) => {
  const [scopes, setScopes] = useState<Array<Scope>>([])
  return (
    <SentForm
      button="Make a key"
      onSend={async ({ label = "" }) => {
        onIssued(await api.personalApiKeys.create({ body: { label, scopes } }))
        setScopes([])
        await reread()
      }}
    >
      {(faultOf) => (
        <Stack gap="sm" maw={520}>
          <TextInput name="label" label="Name of the key" maxLength={40} error={faultOf("label")} required />
          <MultiSelect
            label="What it may do"
            description="* is everything that you may do."
            data={[...scopeChoices]}
            value={scopes}
            onChange={setScopes}
            searchable
            hidePickedOptions
            error={faultOf("scopes")}
          />
        </Stack>
      )}
    </SentForm>
  )
}

type Key = Awaited<ReturnType<typeof api.personalApiKeys.list>>[number]

const Row = ({ entry, onFault, onIssued }: {
  readonly entry: Key
  readonly onIssued: (issued: Issued) => void
  readonly onFault: (fault: unknown) => void
}) => {
  const { id, label, last_used_at, mask_value, scopes } = entry
  const options = { onSettled: reread, onError: onFault }
  const rolling = useMutation({
    ...options,
    mutationFn: () => api.personalApiKeys.roll({ id }),
    onSuccess: onIssued
  })
  const revoking = useMutation({ ...options, mutationFn: () => api.personalApiKeys.revoke({ id }) })
  return (
    <tr>
      <td>{label}</td>
      <td>
        <span className="mono">{mask_value}</span>
      </td>
      <td title={scopes.join(", ")}>{scopes.join(", ")}</td>
      <td>{last_used_at === null ? "Never" : <Time at={last_used_at} zone={zoneHere} isAgo />}</td>
      <td>
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Roll the key ${label}`}
            onClick={() => rolling.mutate()}
          >
            Roll
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Delete the key ${label}`}
            onClick={() => revoking.mutate()}
          >
            Delete
          </Button>
        </Group>
      </td>
    </tr>
  )
}

/** The personal API keys of the user. */
export const KeysSection = () => {
  const [issued, setIssued] = useState<Issued>()
  const [fault, setFault] = useState<unknown>()
  const { data, error } = useQuery({ queryKey: key, queryFn: ({ signal }) => api.personalApiKeys.list({}, { signal }) })
  return (
    <Section
      title="API keys"
      about="Programs send a key of yours, and may do what it and you may. A rolled key has a new value."
    >
      <Stack>
        {error === null ? null : <Fault error={error} />}
        {fault === undefined ? null : <Fault error={fault} />}
        {issued === undefined ? null : <Value issued={issued} onClose={() => setIssued(undefined)} />}
        {data === undefined ?
          null :
          data.length === 0 ?
          <Text size="sm">You have no keys.</Text> :
          (
            <div className="rows" role="region" aria-label="Your API keys" tabIndex={0} style={{ borderTop: 0 }}>
              <table>
                <thead>
                  <tr>
                    {["Name", "Key", "Scopes", "Last used", "Change"].map((name) => (
                      <th key={name} scope="col">{name}</th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.map((entry) => <Row key={entry.id} entry={entry} onIssued={setIssued} onFault={setFault} />)}
                </tbody>
              </table>
            </div>
          )}
        <NewKey onIssued={setIssued} />
      </Stack>
    </Section>
  )
}
