/**
 * A path of this server that an address may lead to after signing in; anything else is the start. Browsers read `//host`
 * and `/\host` as other servers, and leave out control characters.
 */
export const ownPath = (next: unknown): string =>
  typeof next === "string" && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : "/"
