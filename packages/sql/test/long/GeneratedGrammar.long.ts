import { generatedAgreement } from "../GeneratedGrammar.ts"

generatedAgreement(1_000)
