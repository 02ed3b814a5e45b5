import { maskOf } from "./SecretMask.ts"

/** The text in place of a secret that has no mask. */
export const hidden = "[redacted]"

/** Personal keys, project secrets, OAuth tokens, sessions and links by their prefix; project tokens (`phc_`) are public. */
const keys = /(?:ph[xsar]|hg[ls])_[A-Za-z0-9_-]+/g

/** Of a shorter key, a mask would show too much. */
const shortestMasked = 16

const maskKey = (key: string): string => key.length < shortestMasked ? `${key.slice(0, 4)}...` : maskOf(key)

const harmless = /^(?:phc_[A-Za-z0-9_-]*|(?:ph[xsar]|hg[ls])_\.\.\.[A-Za-z0-9_-]{0,4}|\[redacted\]|<redacted>)?$/

/** A public token, or what is masked already, stays. */
const hide = (value: string): string => harmless.test(value) ? value : hidden

const name = "(?:api[_-]?key|token|secret|password|passwd|pwd)"

/** `Bearer …` with any key after it, and any other `Authorization` value. */
const credentials = /(\bBearer\s+|authorization\\*["']?\s*[:=]\s*\\*["']?(?:[a-z]+\s+)?)([^\s"'\\,;<>]+)/gi

/** The same names in which any sign may be percent-encoded, as URLs allow. */
const encodedName = name.replaceAll(/\[_-\]|[a-z]/g, (sign) => {
  const signs = sign === "[_-]" ? ["_", "-"] : [sign, sign.toUpperCase()]
  const codes = signs.map((one) => `%${one.charCodeAt(0).toString(16)}`)
  return `(?:${[...signs, ...codes].join("|")})`
})

/** `name=value` of query strings, forms and connection strings. */
const assignments = new RegExp(`(${encodedName}=)([^&\\s"\\\\<>\`#]+)`, "gi")

const fieldName = "[\\w-]*(?:api[_-]?key|token|secret|password|passwd|pwd|authorization|cookie)s?"

/** A string field of JSON text whose name marks it as secret. */
const fields = new RegExp(`("${fieldName}"\\s*:\\s*")((?:[^"\\\\]|\\\\[^])*)`, "gi")

/** The same in JSON inside a JSON string; to the end of the text when nothing closes it. */
const nestedFields = new RegExp(`((\\\\{1,15})"${fieldName}\\2"\\s*:\\s*\\2")([^]*?)((?<!\\\\)\\2"|$)`, "gi")

/** Runs of text that may hold URLs. */
const runs = /[^\s"<>`]+/g

/** Hides what stands between `user:` and `@host`; a database's password may hold `/`, `?` and `#` by mistake. */
const hidePasswords = (run: string): string => {
  const [first = "", ...rest] = run.split("://")
  let before = first
  return rest.reduce((text, part) => {
    const end = /https?$/i.test(before.slice(-5)) ? part.search(/[/?#]/) : -1
    before = part
    const authority = end === -1 ? part : part.slice(0, end)
    const colon = authority.indexOf(":")
    const at = authority.lastIndexOf("@")
    if (colon === -1 || at < colon) return `${text}://${part}`
    return `${text}://${part.slice(0, colon + 1)}${hide(part.slice(colon + 1, at))}${part.slice(at)}`
  }, first)
}

const hideValue = (_: string, before: string, value: string): string => before + hide(value)

/**
 * The same text without secrets: keys become masks, other credentials `[redacted]`; project tokens stay. Takes time in
 * proportion to the text, and leaves its own answers as they are.
 */
export const redact = (text: string): string => {
  const masked = text.replace(keys, maskKey)
  const located = masked.includes("://")
    ? masked.replace(runs, (run) => run.includes("://") ? hidePasswords(run) : run)
    : masked
  return located
    .replace(credentials, hideValue)
    .replace(assignments, hideValue)
    .replace(fields, hideValue)
    .replace(
      nestedFields,
      (_, before: string, _slashes: string, value: string, end: string) => before + hide(value) + end
    )
}

const secretName = new RegExp(`^${fieldName}$`, "i")

/** Whether a field, header or setting of this name holds a secret. */
export const isSecretName = (fieldName: string): boolean => secretName.test(fieldName)
