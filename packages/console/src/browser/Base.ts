/** The path under which the server is reached, without a slash at its end: empty but behind some proxies. */
export const basePath: string = (() => {
  const written = document.querySelector<HTMLMetaElement>("meta[name=hedgerow-base]")?.content ?? ""
  // While developing nobody fills it in.
  return written.startsWith("__") ? "" : written
})()
