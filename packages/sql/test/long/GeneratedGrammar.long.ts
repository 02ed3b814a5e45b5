import { generatedAgreement } from "../GeneratedGrammar.ts"

generatedAgreement(500)
