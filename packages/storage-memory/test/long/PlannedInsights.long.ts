import { plansAreThoseOfTexts } from "../query/PlannedInsights.ts"

plansAreThoseOfTexts(1_000)
