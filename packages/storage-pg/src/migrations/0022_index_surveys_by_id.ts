import { statements } from "./Statements.ts"

/** The address of an external survey's page has its id alone. */
export const indexSurveysById = statements([`CREATE INDEX surveys_by_id ON surveys (id)`])
