const mailto = /^mailto:[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$/

/** Characters of no URL (RFC 3986), with which a link could leave the attribute that a page writes it into. */
const escapings = /["<>\\` \p{Cc}]/gu
const escaping = new RegExp(escapings.source, "u")

const httpsForm = /^https:\/\/(?:[^\s/?#@]*@)?(?:[^\s/?#@:[\]]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#]\S*)?$/i

/** The fault of a question's link; undefined when it is valid. */
export const linkFault = (link: string): string | undefined => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  if (scheme === "mailto") {
    return mailto.test(link)
      ? undefined
      : "Invalid mailto link. Please enter a valid mailto link (e.g., mailto:example@domain.com)."
  }
  if (scheme !== "https") return "Link must be a URL with one of these schemes: [https, mailto]"
  return httpsForm.test(link) && !escaping.test(link)
    ? undefined
    : "Invalid HTTPS URL. Please enter a valid HTTPS link."
}

/** The link with `%22` for `"` and the like: an earlier release took such links. */
export const escapedLink = (link: string): string =>
  link.replaceAll(escapings, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)
