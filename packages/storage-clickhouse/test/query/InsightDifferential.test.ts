import { insightsAgree } from "./InsightDifferential.ts"

insightsAgree(80)
