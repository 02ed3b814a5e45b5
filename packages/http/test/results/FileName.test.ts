import { assert, it } from "@effect/vitest"
import { savedAs } from "@hedgerow/http/results/FileName"

it.each([
  ["weekly report", "attachment; filename=\"weekly report.csv\""],
  ["", "attachment; filename=query.csv"],
  [" . ", "attachment; filename=query.csv"],
  ["../../etc/passwd", "attachment; filename=\"etc passwd.csv\""],
  ["C:\\x|y?.exe", "attachment; filename=\"C x y .exe.csv\""],
  ["a\r\nSet-Cookie: b", "attachment; filename=\"a Set-Cookie b.csv\""],
  ["say \"hi\"", "attachment; filename=\"say hi.csv\""],
  ["\u202egpj.exe\0", "attachment; filename=gpj.exe.csv"],
  ["Umsätze", "attachment; filename=\"Ums?tze.csv\"; filename*=UTF-8''Ums%C3%A4tze.csv"],
  ["\ud800x", "attachment; filename=x.csv"],
  ["n".repeat(300), `attachment; filename=${"n".repeat(100)}.csv`]
])("a file with rows of %j", (name, header) => {
  assert.deepStrictEqual(savedAs(name, "csv"), { "content-disposition": header })
})
