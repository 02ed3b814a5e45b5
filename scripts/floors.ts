/**
 * The floors of each package, the lowest first: a folder imports folders below it, never one of its own floor or above. A
 * new folder takes the lowest floor that has all it needs below it.
 */
export const floors: Readonly<Record<string, ReadonlyArray<ReadonlyArray<string>>>> = {
  core: [
    ["sessions", "shared"],
    ["identity", "secrets"],
    ["activity", "caching", "jobs"],
    ["events", "mail", "outbox"],
    ["entities", "filters", "replication"],
    ["access", "actions", "evaluation", "persons"],
    ["accounts", "definitions"],
    ["query"],
    ["cohorts", "dashboards", "deletions", "files", "webhooks"],
    ["alerts", "exports", "flags", "sharing", "subscriptions"],
    ["experiments", "surveys"],
    ["ingestion", "promotion"],
    ["people"]
  ],
  sql: [
    ["ast", "patterns", "types"],
    ["functions", "parse"],
    ["plan", "print"],
    ["evaluate", "explain", "json", "render"],
    ["typing"],
    ["clickhouse", "planning", "postgresql"],
    ["catalogue"],
    ["resolve"]
  ],
  statistics: [["special"], ["comparison"], ["cuped"], ["engine", "power"]],
  charts: [["drawing"], ["experiments", "insights"], ["documents", "terminal"]],
  http: [
    ["charts", "endpoints", "pages", "results", "shared"],
    ["errors"],
    ["requests"],
    ["limits"],
    ["auth", "middleware"],
    ["activity", "capture", "health", "identity", "query", "scripts"],
    ["entities", "signin"],
    [
      "actions",
      "alerts",
      "cohorts",
      "dashboards",
      "definitions",
      "deletions",
      "exports",
      "sharing",
      "subscriptions",
      "variables",
      "webhooks"
    ],
    ["flags", "persons"],
    ["experiments", "surveys"],
    ["contract"],
    ["documents"]
  ],
  console: [["browser"], ["api", "parts"], ["charts"], ["screens"], ["app"]],
  client: [["contract"], ["requests"], ["calls"], ["groups", "queries"], ["effect"]],
  "storage-memory": [
    ["database"],
    ["activity", "caching", "deletions", "entities", "events", "exports", "jobs", "outbox", "queries", "query"],
    ["access", "cohorts", "definitions", "experiments", "flags", "surveys", "webhooks"],
    ["persons"]
  ],
  "storage-pg": [
    ["embedded", "replication"],
    ["database"],
    ["activity", "caching", "copy", "entities", "migrations", "persons", "queries", "query"],
    [
      "access",
      "cohorts",
      "definitions",
      "events",
      "experiments",
      "exports",
      "flags",
      "jobs",
      "outbox",
      "surveys",
      "webhooks"
    ],
    ["deletions"]
  ],
  "storage-clickhouse": [
    ["schema"],
    ["protocol"],
    ["embedded"],
    ["client"],
    ["events", "migrations"],
    ["backup", "hotkeys", "installation", "move", "replication"],
    ["query"],
    ["deletions"]
  ],
  server: [
    ["signin", "ai", "outgoing", "terminal", "transfer"],
    ["config", "demo"],
    ["listener", "storage"],
    ["backup", "console", "guides", "pictures", "scripts"],
    ["observability"],
    ["serving"],
    ["commands"]
  ],
  embed: [["composition"], ["node"]],
  testing: [["contracts", "node"]]
}
