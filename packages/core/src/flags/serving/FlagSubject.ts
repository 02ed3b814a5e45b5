import type { FlagSelection } from "../../evaluation/EvaluationRequest.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"

/** The user that flags are evaluated for, as in the request; stored facts are added. */
export interface FlagSubject {
  readonly distinctId: string
  /** Their distinct id before the login: flags that ensure a continuous experience keep their value for them. */
  readonly anonDistinctId?: string | undefined
  readonly deviceId?: string | undefined
  /** Group keys by the name of the group's type. */
  readonly groups?: Readonly<Record<string, unknown>> | undefined
  /** Win over the stored properties, name by name. */
  readonly personProperties?: JsonRecord | undefined
  /** The same of groups, by the name of the group's type. */
  readonly groupProperties?: Readonly<Record<string, JsonRecord>> | undefined
  /** The network address they ask from: the properties of its place are added to those of the request. */
  readonly address?: string | undefined
  /** The requested flags; all when not given. */
  readonly selection?: FlagSelection | undefined
}
