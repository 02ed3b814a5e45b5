import { insightsAgree } from "../query/InsightDifferential.ts"

insightsAgree(1500, 2)
