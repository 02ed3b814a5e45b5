import type { DateTime } from "effect"
import type { JsonRecord } from "../shared/JsonRecord.ts"

/** The flags of a project that a request asks for: those that match every given part. */
export interface FlagSelection {
  /** The others are left out, though what these depend on is evaluated. */
  readonly flagKeys?: ReadonlyArray<string> | undefined
  /** The place where the caller runs; an unknown place gets only the flags meant for all places. */
  readonly runtime?: "client" | "server" | "unknown" | undefined
  /** Flags with evaluation tags need one of these, in lower case as tags are kept. */
  readonly contexts?: ReadonlyArray<string> | undefined
  readonly onlySurveyFlags?: boolean | undefined
}

/** One user at one moment: all that the answers of a project's flags depend on. */
export interface EvaluationRequest {
  readonly distinctId: string
  readonly deviceId?: string | undefined
  /** The group's key by the name of its type. */
  readonly groups: Readonly<Record<string, unknown>>
  /** The stored properties, overlaid by those of the request: `overlayPersonProperties`. */
  readonly personProperties: JsonRecord
  /** The same of groups, by the name of their type. */
  readonly groupProperties: Readonly<Record<string, JsonRecord>>
  /** The ids that experience continuity hashes in place of the distinct id, by flag key. */
  readonly hashKeys: ReadonlyMap<string, string>
  /** The cohorts with a stored list of members that the person is in. */
  readonly staticCohorts: ReadonlySet<number>
  /** Stored facts cannot be read: only those of the request are known, and a flag that needs others stops. */
  readonly isUnread?: boolean | undefined
  readonly now: DateTime.Utc
  readonly selection?: FlagSelection | undefined
}
