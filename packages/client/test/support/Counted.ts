/** A `fetch` that keeps the method and the path of each request, ids left out. */
export const countedFetch = () => {
  const sent: Array<string> = []
  const fetchOnce = (url: string, init: RequestInit): Promise<Response> => {
    const path = new URL(url).pathname.replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/g, "/…")
    sent.push(`${init.method} ${path}`)
    return fetch(url, init)
  }
  return { sent, fetch: fetchOnce }
}
