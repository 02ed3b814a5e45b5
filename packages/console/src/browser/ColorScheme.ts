import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core"

const cookie = "hedgerow_scheme"

const isScheme = (text: string | undefined): text is MantineColorScheme =>
  text === "light" || text === "dark" || text === "auto"

const year = 31_536_000

/** Keeps the chosen scheme in a cookie, which the script in the page's head reads before anything is drawn. */
export const colorScheme: MantineColorSchemeManager = {
  get: (otherwise) => {
    const found = new RegExp(`(?:^|; )${cookie}=(\\w+)`).exec(document.cookie)?.[1]
    return isScheme(found) ? found : otherwise
  },
  set: (scheme) => {
    // oxlint-disable-next-line unicorn/no-document-cookie -- the other way is asynchronous, and not in all browsers.
    document.cookie = `${cookie}=${scheme}; path=/; max-age=${year}; samesite=lax`
  },
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {
    // oxlint-disable-next-line unicorn/no-document-cookie
    document.cookie = `${cookie}=; path=/; max-age=0`
  }
}
