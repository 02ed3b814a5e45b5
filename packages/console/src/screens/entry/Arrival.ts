import { useLocation, useRouter } from "@tanstack/react-router"
import { cache } from "../../api/Server.ts"
import { ownPath } from "./OwnPath.ts"

/** The place to go to afterwards: one of the console's own, whatever the address says. */
export const useArrival = () => {
  const router = useRouter()
  const { next } = useLocation({ select: ({ search }) => ({ next: (search as { readonly next?: unknown }).next }) })
  return async () => {
    cache.clear()
    await router.navigate({ href: ownPath(next) })
  }
}
