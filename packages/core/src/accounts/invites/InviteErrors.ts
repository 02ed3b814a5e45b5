import { Schema } from "effect"

/** The organisation has no invitation with this id. */
export class InviteNotFound extends Schema.TaggedError<InviteNotFound>()("InviteNotFound", {}) {}

/** Somebody has an account with the invited address: they accept the invitation while they are signed in. */
export class InviteNeedsLogin extends Schema.TaggedError<InviteNeedsLogin>()("InviteNeedsLogin", {}) {}

/** The invitation is for another address than that of who is signed in. */
export class InviteForOther extends Schema.TaggedError<InviteForOther>()("InviteForOther", {}) {}
