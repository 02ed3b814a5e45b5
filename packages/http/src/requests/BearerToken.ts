const bearer = /^Bearer\s+(\S.*)$/

/** The token of an `Authorization: Bearer <token>` header. "Bearer" is case-sensitive; blanks around the token are cut. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  bearer.exec(authorization?.trim() ?? "")?.[1]?.trim()
