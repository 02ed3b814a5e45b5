/** Parameters of a query that carry a key: they are in no link and are no filters. */
export const keyParameters: ReadonlyArray<string> = ["personal_api_key", "secret_api_key"]

/** Takes the keys out of a URL that goes back to a client. */
export const withoutKeys = (url: URL): URL => {
  const bare = new URL(url)
  for (const name of keyParameters) bare.searchParams.delete(name)
  return bare
}
