import { plansAreThoseOfTexts } from "./PlannedInsights.ts"

plansAreThoseOfTexts(40)
