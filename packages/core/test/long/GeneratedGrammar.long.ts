import { generatedAgreement } from "../query/sql/GeneratedGrammar.ts"

generatedAgreement(3_000)
