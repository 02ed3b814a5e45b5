import { generatedAgreement } from "../GeneratedGrammar.ts"

generatedAgreement(300)
