import type { Scope } from "@hedgerow/core/access/Scope"
import { Context } from "effect"

/** What an endpoint asks: a scope, any valid key (`any key`), or nothing (`public`). */
export type Access = Scope | "any key" | "public"

/** The annotation every endpoint carries; without it no key is let in, and a test fails. */
export class RequiredScope extends Context.Reference<Access | undefined>(
  "@hedgerow/http/auth/RequiredScope",
  { defaultValue: () => undefined }
) {}
