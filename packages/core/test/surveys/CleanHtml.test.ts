import { assert, describe, it } from "@effect/vitest"
import { cleanHtml, hasHtml } from "@hedgerow/core/surveys/editing/CleanHtml"

const cases: ReadonlyArray<readonly [text: string, cleaned: string]> = [
  ["What would you improve?", "What would you improve?"],
  ["5 < 6 & 7 > 3, \"quoted\"", "5 < 6 & 7 > 3, \"quoted\""],
  ["<script>alert(0)</script>check?", "check?"],
  [
    "<b>We'll use it to make notebooks better.<script>alert(0)</script>",
    "<b>We'll use it to make notebooks better.</b>"
  ],
  ["<p onclick=\"x()\" style=\"color: red\" title=\"t\">a</p>", "<p style=\"color: red\" title=\"t\">a</p>"],
  [
    "<div style=\"display: flex\"><img src=\"https://x.test/a.png\" onerror=\"x()\" alt=\"A\"></div>",
    "<div style=\"display: flex\"><img src=\"https://x.test/a.png\" alt=\"A\"></div>"
  ],
  [
    "<a href=\"https://x.test\" target=\"_blank\" rel=\"opener\">x</a>",
    "<a href=\"https://x.test\" target=\"_blank\" rel=\"noopener\">x</a>"
  ],
  ["<a href=\"javascript:alert(1)\">x</a>", "<a rel=\"noopener\">x</a>"],
  ["<a href=\" jAvascript&#58;alert(1)\">x</a>", "<a rel=\"noopener\">x</a>"],
  ["<img src=\"data:text/html,<script>x</script>\">", "<img>"],
  ["<svg><script>alert(1)</script></svg>a", "a"],
  ["<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>", ""],
  ["<iframe src=\"https://x.test\"></iframe>a", "a"],
  ["<style>*{display:none}</style>a", "a"],
  ["<!-- note -->a", "a"],
  ["<form><input name=x>a</form>", "a"],
  ["<b>open", "<b>open</b>"]
]

describe("the HTML of surveys", () => {
  for (const [text, cleaned] of cases) {
    it(text, () => {
      assert.strictEqual(cleanHtml(text), cleaned)
    })
  }

  it("cleaning a clean text changes nothing", () => {
    for (const [, cleaned] of cases) assert.strictEqual(cleanHtml(cleaned), cleaned)
  })

  it("a text that is too long, too deep or would grow many times is refused", () => {
    const opened = (n: number) => Array.from({ length: n }, (_, at) => `<b a=${at}><p>`).join("")
    const hidden = "<div>" + "<b><table><tr><td></b></td></tr></table>".repeat(60) + "</div>"
    const long = [
      `<b>${"x".repeat(20_000)}`,
      "<i><div>".repeat(2_490),
      "<div>".repeat(25),
      "</b><i>".repeat(25),
      "<br>".repeat(501),
      opened(1_600)
    ]
    for (const text of long) assert.isUndefined(cleanHtml(text), text.slice(0, 40))
    for (const text of [opened(12) + "<p></p>".repeat(200), hidden + "<p></p>".repeat(10)]) {
      assert.isBelow((cleanHtml(text) ?? "").length, 100 * text.length)
    }
    assert.isString(cleanHtml("<ul>" + "<li><b>x</b></li>".repeat(100) + "</ul>"))
  })

  it("only text that is read as markup counts as HTML", () => {
    for (const text of ["a < b", "1 <2", "<", "< b>", "&amp;"]) assert.isFalse(hasHtml(text), text)
    for (const text of ["<b>", "</b>", "<!x", "<?x"]) assert.isTrue(hasHtml(text), text)
  })
})
