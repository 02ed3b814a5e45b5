const anyCase = new Set([
  "anonymous",
  "guest",
  "distinctid",
  "distinct_id",
  "id",
  "not_authenticated",
  "email",
  "undefined",
  "true",
  "false"
])

const exactCase = new Set(["[object Object]", "NaN", "None", "none", "null", "0", "undefined"])

const quoted = /^(["'])(.*)\1$/s

const isListed = (id: string): boolean => exactCase.has(id) || anyCase.has(id.toLowerCase())

/**
 * Whether many unrelated people could share this distinct id, because it is what broken clients send: merging it would
 * melt their profiles into one. The same words in quotes count, and so does blank text.
 */
export const isIllegalDistinctId = (id: string): boolean => {
  const inner = quoted.exec(id)?.[2] ?? id
  return id.trim() === "" || inner.trim() === "" || isListed(id) || isListed(inner)
}
