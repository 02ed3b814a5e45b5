/** The reason for which an event, or a part of it, did not have its full effect. */
export type IngestionWarningType =
  | "unknown_token"
  | "quota_reached"
  | "cannot_merge_already_identified"
  | "cannot_merge_with_illegal_distinct_id"
  | "invalid_event_when_process_person_profile_is_false"
  | "person_properties_size_violation"
  | "group_properties_size_violation"
  | "group_type_limit_exceeded"

/** Something a project's owner should know about what was sent. `subject` names the ids it is about. */
export interface IngestionWarning {
  readonly type: IngestionWarningType
  readonly subject: string
}
