// Before anything is drawn, so that no page flashes in the other scheme.
;(() => {
  const [, chosen] = /(?:^|; )hedgerow_scheme=(light|dark|auto)/.exec(document.cookie) ?? []
  const isDark = chosen === "dark" || chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light")
})()
