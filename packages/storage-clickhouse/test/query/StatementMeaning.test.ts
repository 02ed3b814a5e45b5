import { statementsMean } from "./StatementMeaning.ts"

statementsMean(25)
