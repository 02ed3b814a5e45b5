import { describe } from "@effect/vitest"
import { generatedAgreement } from "./GeneratedGrammar.ts"

describe("the reference grammar and our parser agree on", () => {
  generatedAgreement(25)
})
