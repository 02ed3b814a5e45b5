import { Badge, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { api } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { SentForm } from "../../parts/SentForm.tsx"
import { Time } from "../../parts/Times.tsx"
import { Section } from "../account/Section.tsx"
import { levelNames } from "./Levels.ts"
import { useChange, useInvites, useOrganization } from "./useMembers.ts"

interface Sent {
  readonly target_email: string
  readonly link: string | null
}

const Handing = ({ onClose, sent }: { readonly sent: Sent; readonly onClose: () => void }) => (
  <Notice
    button="Done"
    onClose={onClose}
    title={sent.link === null
      ? `The invitation is on its way to ${sent.target_email}`
      : "Hand this link over: it is shown this once"}
  >
    {sent.link === null ? null : (
      <>
        <Text size="sm">
          No mail was sent to {sent.target_email}. Whoever has the link can use it, once, for 7 days.
        </Text>
        <Code block my="sm">{sent.link}</Code>
      </>
    )}
  </Notice>
)

const NewInvite = ({ onSent }: { readonly onSent: (sent: Sent) => void }) => {
  const { organization_id } = useOrganization()
  const { mutateAsync } = useChange((body: { readonly target_email: string; readonly level: 1 | 8 }) =>
    api.invites.send({ organization_id, body: { target_email: body.target_email, level: body.level } })
  )
  return (
    <SentForm
      button="Invite"
      onSend={async ({ level = "1", target_email = "" }) =>
        onSent(await mutateAsync({ target_email, level: level === "8" ? 8 : 1 }))}
    >
      {(faultOf) => (
        <Group align="flex-start" gap="sm">
          <TextInput
            name="target_email"
            type="email"
            label="E-mail of the person"
            autoComplete="off"
            error={faultOf("target_email")}
            required
            w={280}
          />
          <NativeSelect
            name="level"
            label="Level"
            data={[1, 8].map((level) => ({ value: String(level), label: levelNames[level] ?? "" }))}
            error={faultOf("level")}
          />
        </Group>
      )}
    </SentForm>
  )
}

type Invite = NonNullable<ReturnType<typeof useInvites>["data"]>[number]

const Row = ({ invite, onSent }: { readonly invite: Invite; readonly onSent: (sent: Sent) => void }) => {
  const { project } = useHere()
  const { organization_id } = useOrganization()
  const { expires_at, id, is_expired, level, target_email } = invite
  const resending = useChange(() => api.invites.resend({ organization_id, id }))
  const revoking = useChange(() => api.invites.revoke({ organization_id, id }))
  const fault = resending.error ?? revoking.error
  return (
    <tr>
      <td>{target_email}</td>
      <td>{levelNames[level] ?? level}</td>
      <td>
        {is_expired
          ? <Badge variant="default" size="sm">Works no longer</Badge>
          : <Time at={expires_at} zone={project.timezone} isAgo />}
      </td>
      <td>
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Send the invitation of ${target_email} again`}
            onClick={() => resending.mutate(undefined, { onSuccess: onSent })}
          >
            Send again
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Revoke the invitation of ${target_email}`}
            onClick={() => revoking.mutate(undefined)}
          >
            Revoke
          </Button>
          {fault === null ? null : <Fault error={fault} />}
        </Group>
      </td>
    </tr>
  )
}

/** The invitations that nobody has accepted yet. */
export const InvitesSection = () => {
  const { isManager } = useOrganization()
  const [sent, setSent] = useState<Sent>()
  const { data, error } = useInvites()
  if (!isManager) {
    return (
      <Section title="Invitations">
        <Text size="sm">Admins and owners see invitations and invite people.</Text>
      </Section>
    )
  }
  return (
    <Section title="Invitations" about="A link lets the person in, once, for 7 days.">
      <Stack>
        {error === null ? null : <Fault error={error} />}
        {sent === undefined ? null : <Handing sent={sent} onClose={() => setSent(undefined)} />}
        {data === undefined || data.length === 0 ?
          null :
          (
            <div className="rows" role="region" aria-label="The invitations" tabIndex={0} style={{ borderTop: 0 }}>
              <table>
                <thead>
                  <tr>
                    {["E-mail", "Level", "Ends", "Change"].map((name) => <th key={name} scope="col">{name}</th>)}
                  </tr>
                </thead>
                <tbody>
                  {data.map((invite) => <Row key={invite.id} invite={invite} onSent={setSent} />)}
                </tbody>
              </table>
            </div>
          )}
        <NewInvite onSent={setSent} />
      </Stack>
    </Section>
  )
}
