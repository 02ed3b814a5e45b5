/** Waits, at most until the signal is aborted: then it fails with the signal's reason. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener("abort", stop, { once: true })
  })
