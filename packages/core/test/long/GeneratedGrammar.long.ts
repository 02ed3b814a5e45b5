import { generatedAgreement } from "../query/sql/GeneratedGrammar.ts"

generatedAgreement(1_000)
