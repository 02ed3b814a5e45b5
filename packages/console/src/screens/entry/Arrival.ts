import { useLocation, useRouter } from "@tanstack/react-router"
import { cache } from "../../api/Server.ts"
import { ownPath } from "./OwnPath.ts"

/** The place to go to afterwards: one of the console's own, whatever the address says. */
export const useNext = (): string => {
  const { next } = useLocation({ select: ({ search }) => ({ next: (search as { readonly next?: unknown }).next }) })
  return ownPath(next)
}

/** Goes there, as who is signed in now. */
export const useArrival = () => {
  const router = useRouter()
  const next = useNext()
  return async () => {
    cache.clear()
    await router.navigate({ href: next })
  }
}
