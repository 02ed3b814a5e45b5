import type { Caller } from "./Caller.ts"

/** The use that a caller makes of personal API keys: to see the one with an id, or anything else. */
export type KeyAction = { readonly _tag: "Retrieve"; readonly id: string } | { readonly _tag: "Manage" }

/**
 * Whether a caller may do this with personal API keys. A key may see itself and nothing more: the holder of one cannot
 * make a stronger one of it. Without a key (a host application's own login) the user manages all of their keys.
 */
export const mayUseKeys = (caller: Caller, action: KeyAction): boolean =>
  caller.key === undefined
  || (action._tag === "Retrieve" && (action.id === "@current" || action.id === caller.key.id))
