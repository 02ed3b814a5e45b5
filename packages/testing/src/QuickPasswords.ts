import { PasswordDerivation } from "@hedgerow/core/accounts/passwords/PasswordDerivation"
import type { Derivation } from "@hedgerow/core/accounts/passwords/PasswordHash"
import { Layer } from "effect"

const preferred: Derivation = { name: "scrypt", logCost: 1, blockSize: 1, lanes: 1 }

/** Passwords that are hashed at once, for tests: nothing is protected by it. */
export const layer: Layer.Layer<never> = Layer.sync(PasswordDerivation, () => ({
  ...PasswordDerivation.defaultValue(),
  preferred
}))
