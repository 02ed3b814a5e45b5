import { accessSync, constants, existsSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The directory of this package, whether its sources run or what was built of them. */
export const packageDirectory = (directory = dirname(fileURLToPath(import.meta.url))): string =>
  existsSync(join(directory, "package.json")) ? directory : packageDirectory(dirname(directory))

const isWritable = (directory: string): boolean => {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The directory of compiled code: in the package if it is writable, else among the user's other caches. Only this user
 * may write there, since its contents are run.
 */
export const cacheDirectory = (): string => {
  const directory = packageDirectory()
  return isWritable(directory)
    ? join(directory, "node_modules/.cache/hedgerow")
    : join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "hedgerow")
}
