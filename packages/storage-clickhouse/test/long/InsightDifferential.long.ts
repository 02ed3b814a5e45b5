import { insightsAgree } from "../query/InsightDifferential.ts"

insightsAgree(400, 2)
