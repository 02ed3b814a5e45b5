import { insightsAgree } from "./InsightDifferential.ts"

insightsAgree(30)
