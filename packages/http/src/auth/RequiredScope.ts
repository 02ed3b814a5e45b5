import type { Scope } from "@hedgerow/core/access/Scope"
import { Context } from "effect"

/**
 * The access that an endpoint asks for: a scope, any valid key (`any key`), a caller that came without a key (`no key`:
 * a host application's own login; every key is refused), or nothing (`public`).
 */
export type Access = Scope | "any key" | "no key" | "public"

/** The annotation every endpoint carries; without it no key is let in, and a test fails. */
export class RequiredScope extends Context.Reference<Access | undefined>(
  "@hedgerow/http/auth/RequiredScope",
  { defaultValue: () => undefined }
) {}

/** Whether the endpoint refuses keys that are bound to organisations, as its work lies outside of any. */
export class RefusesBoundKeys extends Context.Reference<boolean>(
  "@hedgerow/http/auth/RefusesBoundKeys",
  { defaultValue: () => false }
) {}

/**
 * Whether a project's secret (`phs_…`) opens the endpoint, as far as its scopes reach; everywhere else it is refused.
 * Goes with `KeyAuthorization` or `ProjectKeyAuthorization`, whose handlers get no person.
 */
export class TakesProjectSecrets extends Context.Reference<boolean>(
  "@hedgerow/http/auth/TakesProjectSecrets",
  { defaultValue: () => false }
) {}

/**
 * Whether keys that are bound to projects may use the endpoint although its path names no project. Elsewhere outside
 * of projects they are refused before the handler runs.
 */
export class AllowsBoundKeys extends Context.Reference<boolean>(
  "@hedgerow/http/auth/AllowsBoundKeys",
  { defaultValue: () => false }
) {}
