import type { User } from "../identity/User.ts"
import type { Mail } from "../mail/OutgoingMail.ts"
import type { Alert, AlertCheck, AlertState } from "./Alert.ts"

/** A check in words: the insight that was looked at, and the reasons for its state. */
export interface CheckWords {
  readonly insight: string
  readonly project: string
  readonly reasons: ReadonlyArray<string>
}

const happened: Readonly<Record<AlertState, string>> = {
  "Firing": "is firing",
  "Not firing": "is within its bounds again",
  "Errored": "could not be checked",
  "Snoozed": "is quiet"
}

/** The mail to one person about an alert whose state has changed. */
export const alertMail = (
  { id, name }: Pick<Alert, "id" | "name">,
  check: AlertCheck,
  { insight, project, reasons }: CheckWords,
  { email, id: user }: User
): Mail => {
  const title = `${name === "" ? `Alert ${id}` : name} ${happened[check.state]}`
  const value = check.calculated_value === null ? [] : [`Value: ${check.calculated_value}`]
  return {
    id: `alert-${check.id}-${user}`,
    to: email,
    subject: `[${project}] ${title}`,
    text: [
      title,
      "",
      ...reasons,
      ...value,
      `Insight: ${insight}`,
      `Project: ${project}`,
      `Checked: ${check.created_at}`,
      ""
    ]
      .join("\n")
  }
}
