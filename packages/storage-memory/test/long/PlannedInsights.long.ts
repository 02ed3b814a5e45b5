import { plansAreThoseOfTexts } from "../query/PlannedInsights.ts"

plansAreThoseOfTexts(300)
