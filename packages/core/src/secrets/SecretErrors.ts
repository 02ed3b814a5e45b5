import { Schema } from "effect"

/** A secret was to be stored or read, and the installation has no key for it. */
export class EncryptionNotConfigured
  extends Schema.TaggedError<EncryptionNotConfigured>()("EncryptionNotConfigured", {})
{}

/**
 * A stored secret cannot be opened: its key is none of the configured ones, or the stored text was changed or belongs to
 * another place.
 */
export class SecretUnreadable extends Schema.TaggedError<SecretUnreadable>()("SecretUnreadable", {
  reason: Schema.Literals(["unknown_key", "malformed", "tampered"])
}) {}
