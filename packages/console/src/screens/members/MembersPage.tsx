import { Button, Group, Modal, NativeSelect, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { useHere } from "../../api/Project.ts"
import { api } from "../../api/Server.ts"
import { Fault } from "../../parts/Fault.tsx"
import { Page } from "../../parts/Page.tsx"
import { Time } from "../../parts/Times.tsx"
import { Section } from "../account/Section.tsx"
import { InvitesSection } from "./Invites.tsx"
import { type Level, levelNames, levelsBelow } from "./Levels.ts"
import { useChange, useMembers, useOrganization } from "./useMembers.ts"

type Member = NonNullable<ReturnType<typeof useMembers>["data"]>[number]

interface RowProps {
  readonly member: Member
  readonly onRemove: (member: Member) => void
  readonly onFault: (fault: unknown) => void
}

const LevelChoice = ({ member, onFault }: Omit<RowProps, "onRemove">) => {
  const { isManager, level: own, organization_id } = useOrganization()
  const changing = useChange((level: Level) =>
    api.members.update({ organization_id, user_uuid: member.user.uuid, body: { level } })
  )
  const levels = levelsBelow(own)
  const given = (text: string) => levels.find((level) => String(level) === text)
  if (!isManager || given(String(member.level)) === undefined) return <>{levelNames[member.level] ?? member.level}</>
  return (
    <NativeSelect
      size="xs"
      aria-label={`Level of ${member.user.email}`}
      value={String(member.level)}
      data={levels.map((level) => ({ value: String(level), label: levelNames[level] ?? "" }))}
      onChange={(event) => {
        const level = given(event.currentTarget.value)
        if (level !== undefined) changing.mutate(level, { onError: onFault })
      }}
    />
  )
}

const Row = ({ member, onFault, onRemove }: RowProps) => {
  const { project, user } = useHere()
  const { isManager, level } = useOrganization()
  const isOwn = member.user.uuid === user.uuid
  const mayRemove = isOwn || (isManager && levelsBelow(level).some((one) => one === member.level))
  return (
    <tr>
      <td>{member.user.email}</td>
      <td>{`${member.user.first_name} ${member.user.last_name}`.trim()}</td>
      <td>
        <LevelChoice member={member} onFault={onFault} />
      </td>
      <td>
        <Time at={member.joined_at} zone={project.timezone} isAgo />
      </td>
      <td>
        {mayRemove
          ? (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={isOwn ? "Leave the organization" : `Remove ${member.user.email}`}
              onClick={() => onRemove(member)}
            >
              {isOwn ? "Leave" : "Remove"}
            </Button>
          )
          : null}
      </td>
    </tr>
  )
}

const Removal = ({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) => {
  const { name, organization_id } = useOrganization()
  const { error, isPending, mutate } = useChange(() =>
    api.members.remove({ organization_id, user_uuid: member.user.uuid })
  )
  return (
    <Stack>
      <Text size="sm">{`${member.user.email} sees nothing of ${name} any more. Their account stays.`}</Text>
      {error === null ? null : <Fault error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>Cancel</Button>
        <Button loading={isPending} onClick={() => mutate(undefined, { onSuccess: onClose })}>Remove</Button>
      </Group>
    </Stack>
  )
}

/** The people of the project's organisation, and those who are invited. */
export const MembersPage = () => {
  const { isManager, name } = useOrganization()
  const [removed, setRemoved] = useState<Member>()
  const [fault, setFault] = useState<unknown>()
  const { data, error, refetch } = useMembers()
  const about = isManager
    ? `The people of ${name}, who see all of its projects.`
    : `The people of ${name}. Admins and owners change levels and remove members.`
  return (
    <Page title="Members">
      <Modal opened={removed !== undefined} onClose={() => setRemoved(undefined)} title="Remove a member">
        {removed === undefined ? null : <Removal member={removed} onClose={() => setRemoved(undefined)} />}
      </Modal>
      <Stack>
        {error === null ? null : <Fault error={error} onRetry={() => void refetch()} />}
        {fault === undefined ? null : <Fault error={fault} />}
        <Section title="People" about={about}>
          <div className="rows" role="region" aria-label="The members" tabIndex={0} style={{ borderTop: 0 }}>
            <table>
              <thead>
                <tr>
                  {["E-mail", "Name", "Level", "Joined", "Change"].map((one) => <th key={one} scope="col">{one}</th>)}
                </tr>
              </thead>
              <tbody>
                {data?.map((member) => (
                  <Row
                    key={member.id}
                    member={member}
                    onFault={setFault}
                    onRemove={setRemoved}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </Section>
        <InvitesSection />
      </Stack>
    </Page>
  )
}
