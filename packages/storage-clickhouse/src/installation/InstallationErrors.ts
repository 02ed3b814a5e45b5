import { Schema } from "effect"

const remedies = {
  gone: "does not hold the events of this installation: PostgreSQL knows of another one. Restore it from a backup "
    + "(docs/backup.md); to go on without those events, stop the server and run `hedgerow adopt clickhouse`.",
  foreign:
    "belongs to another installation, whose events it holds: PostgreSQL does not know it. Use another ClickHouse, or "
    + "restore PostgreSQL from the same backup (docs/backup.md); to make those events this installation's own, stop the "
    + "server and run `hedgerow adopt clickhouse`."
}

/** The ClickHouse is not the one of the installation; `place` names it. */
export class ClickHouseMismatch extends Schema.TaggedError<ClickHouseMismatch>()("ClickHouseMismatch", {
  place: Schema.String,
  reason: Schema.Literals(["gone", "foreign"])
}) {
  override get message(): string {
    return `${this.place} ${remedies[this.reason]}`
  }
}
