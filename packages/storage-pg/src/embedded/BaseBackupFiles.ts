import { listTree } from "@hedgerow/core/shared/FileTree"

/** The directories whose contents a server makes anew. */
const emptied: ReadonlySet<string> = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans"
])

/** Files of the running server, of an earlier recovery, and of sessions. */
const leftOut =
  /(?:^|\/)(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|pg_internal\.init(?:\.\d+)?|postgresql\.auto\.conf\.tmp|pgsql_tmp[^/]*|t\d+_\d+(?:_\w+)?(?:\.\d+)?)$/

/** The log comes with the end of the backup; its directories stay. */
const isLog = (path: string): boolean =>
  path.startsWith("pg_wal/") && path !== "pg_wal/archive_status" && path !== "pg_wal/summaries"

const isLeftOut = (path: string): boolean =>
  emptied.has(path.slice(0, Math.max(0, path.indexOf("/")))) || leftOut.test(path) || isLog(path)

/** The file that is copied after all others. */
export const controlFile = "global/pg_control"

/** The files of a server's data that a base backup copies, without those of its log; some may be gone by then. */
export const baseBackupFiles = (data: string) => listTree(data, isLeftOut)
