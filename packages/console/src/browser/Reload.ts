const mark = "hedgerow reloaded"

/** The server has another version, whose parts have other names: the page is loaded anew, once for each minute. */
export const reloadOnce = (event: Event): void => {
  const last = Number(sessionStorage.getItem(mark) ?? 0)
  if (Date.now() - last < 60_000) return
  event.preventDefault()
  sessionStorage.setItem(mark, String(Date.now()))
  location.reload()
}
