import { statements } from "./Statements.ts"

/** The versions that caches compare; project 0 stands for the installation. */
export const createDefinitionsVersions = statements([
  `CREATE TABLE definitions_versions (
    project_id int4 PRIMARY KEY,
    version int8 NOT NULL
  )`
])
