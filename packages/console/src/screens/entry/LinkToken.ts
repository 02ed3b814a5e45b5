/** The secret of a link, which stands behind its hash so that no log has it. */
export const linkToken = (): string => location.hash.slice(1)
