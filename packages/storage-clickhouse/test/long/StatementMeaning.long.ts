import { statementsMean } from "../query/StatementMeaning.ts"

statementsMean(1_000)
