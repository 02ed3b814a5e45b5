import { gives, refuses, type SqlGroup, unreadable } from "../SqlCase.ts"

/** A text that is no single SELECT is refused and changes nothing. */
export const commandCases: SqlGroup = {
  name: "commands",
  project: "meadow",
  cases: [
    unreadable("drop table events"),
    unreadable("delete from events where 1 = 1"),
    unreadable("insert into events (event) values ('x')"),
    unreadable("update events set event = 'x'"),
    unreadable("truncate table events"),
    unreadable("alter table events delete where 1"),
    unreadable("create table t (a Int64)"),
    unreadable("set role postgres"),
    unreadable("copy events to '/tmp/x'"),
    unreadable("select 1; select 2"),
    unreadable("select 1; drop table events"),
    unreadable("with x as (delete from events) select 1"),
    unreadable("select 1 into outfile '/tmp/x'"),
    refuses("select pg_sleep(1)", "Unsupported function call 'pg_sleep(...)'"),
    refuses("select current_setting('is_superuser')", "Unsupported function call 'current_setting(...)'"),
    gives("select count() from events", [[12]], { name: "everything is still there" })
  ]
}
