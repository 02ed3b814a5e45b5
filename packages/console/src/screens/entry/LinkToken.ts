import { useLocation } from "@tanstack/react-router"

/** The secret of a link, which stands behind its hash so that no log has it. */
export const useLinkToken = (): string => useLocation({ select: ({ hash }) => hash })
