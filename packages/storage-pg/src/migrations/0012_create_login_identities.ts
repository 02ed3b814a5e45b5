import { instant, statements, text } from "./Statements.ts"

/** The persons of a provider of OpenID Connect who are connected with users. */
export const createLoginIdentities = statements([
  `CREATE TABLE login_identities (
    user_id int4 NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    id uuid NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    issuer ${text} NOT NULL,
    subject ${text} NOT NULL,
    email ${text},
    created_at ${instant} NOT NULL,
    last_used_at ${instant} NOT NULL,
    PRIMARY KEY (user_id, id)
  )`
])
