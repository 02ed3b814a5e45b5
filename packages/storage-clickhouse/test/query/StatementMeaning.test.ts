import { statementsMean } from "./StatementMeaning.ts"

statementsMean(100)
