import { insightsAgree } from "../query/InsightDifferential.ts"

insightsAgree(750, 2)
