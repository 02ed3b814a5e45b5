import { statementsMean } from "../query/StatementMeaning.ts"

statementsMean(150)
