import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { FlagSelection } from "../evaluation/EvaluationRequest.ts"

/** Whom flags are evaluated for, as a request tells it; what is stored of them is added. */
export interface FlagSubject {
  readonly distinctId: string
  /** Who they were before they logged in: flags that ensure a continuous experience keep their value for them. */
  readonly anonDistinctId?: string | undefined
  readonly deviceId?: string | undefined
  /** Group keys by the name of the group's type. */
  readonly groups?: Readonly<Record<string, unknown>> | undefined
  /** Win over the stored properties, name by name. */
  readonly personProperties?: JsonRecord | undefined
  /** The same of groups, by the name of the group's type. */
  readonly groupProperties?: Readonly<Record<string, JsonRecord>> | undefined
  /** The network address they ask from: the properties of its place are added to what the request tells of the person. */
  readonly address?: string | undefined
  /** Which flags are asked for; all when not given. */
  readonly selection?: FlagSelection | undefined
}
