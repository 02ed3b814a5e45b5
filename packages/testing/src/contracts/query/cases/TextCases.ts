import { int64Max, int64Min } from "@hedgerow/sql/types/Cell"
import { type CaseGroup, type ExpressionCase, gives } from "../ExpressionCase.ts"
import { call, int, none, text, types } from "../PlanBuilder.ts"

const noText = none(types.text)
const leaf = "\u{1f33f}"

const likes = (value: string, pattern: string, holds: 0 | 1): ExpressionCase =>
  gives(`${JSON.stringify(value)} like ${JSON.stringify(pattern)}`, call("like", text(value), text(pattern)), holds)
const ilikes = (value: string, pattern: string, holds: 0 | 1): ExpressionCase =>
  gives(`${JSON.stringify(value)} ilike ${JSON.stringify(pattern)}`, call("ilike", text(value), text(pattern)), holds)

const patterns: CaseGroup = {
  name: "LIKE",
  cases: [
    likes("hedge", "hedge", 1),
    likes("hedge", "Hedge", 0),
    likes("hedge", "hed", 0),
    likes("hedge", "hed%", 1),
    likes("hedge", "%dge", 1),
    likes("hedge", "%d%", 1),
    likes("hedge", "h%e", 1),
    likes("he", "he%he", 0),
    likes("hedge", "h_dge", 1),
    likes("hedge", "_____", 1),
    likes("hedge", "____", 0),
    likes("hedge", "%_____%", 1),
    likes("hedge", "%______%", 0),
    likes("", "", 1),
    likes("", "%", 1),
    likes("", "_", 0),
    likes("a", "", 0),
    likes("aXbXc", "a%b%c", 1),
    likes("aaab", "%a_b", 1),
    likes("abcabd", "%ab_", 1),
    likes("abab", "%ab%ab%", 1),
    likes("aba", "%ab%ba%", 0),
    likes("a\nb", "a%b", 1),
    likes("a\nb", "a_b", 1),
    likes("a.c", "a.c", 1),
    likes("abc", "a.c", 0),
    likes("a[b]", "a[b]", 1),
    likes("100%", "100\\%", 1),
    likes("1000", "100\\%", 0),
    likes("a_b", "a\\_b", 1),
    likes("axb", "a\\_b", 0),
    likes("a\\b", "a\\\\b", 1),
    likes("ab", "\\a\\b", 1),
    likes("a\\", "a\\", 1),
    likes("a", "a\\", 0),
    likes(`${leaf}x`, "_x", 1),
    likes(`${leaf}${leaf}`, "__", 1),
    likes(`${leaf}${leaf}`, "_", 0),
    likes(`a${leaf}b`, `%${leaf}_`, 1),
    likes("a".repeat(200), `${"%a".repeat(30)}%b`, 0),
    ilikes("HeDGe", "hEdgE", 1),
    ilikes("HEDGE", "%ed%", 1),
    ilikes("STRASSE", "stra\u00dfe", 0),
    ilikes("\u00c4PFEL", "\u00e4%", 1),
    ilikes("\u0416\u0423\u041a", "\u0436\u0443\u043a", 1),
    ilikes("\u039f\u03a3", "\u03bf\u03c3", 1),
    ilikes("\u{10400}", "\u{10428}", 1),
    ilikes("A\\B", "a\\\\b", 1),
    ilikes("50%", "50\\%", 1),
    gives("like of NULL", call("like", noText, text("%")), null),
    gives("like NULL", call("like", text("a"), noText), null),
    gives("ilike of NULL", call("ilike", noText, text("%")), null),
    gives("ilike NULL", call("ilike", text("a"), noText), null)
  ]
}

const substring = (value: string, from: number | bigint, length: number | bigint, result: string): ExpressionCase =>
  gives(
    `substring of ${JSON.stringify(value)} from ${from} for ${length}`,
    call("substring", text(value), int(from), int(length)),
    result
  )

const slices: CaseGroup = {
  name: "substring and position",
  cases: [
    substring("hedge", 1, 3, "hed"),
    substring("hedge", 4, 10, "ge"),
    substring("hedge", 5, 1, "e"),
    substring("hedge", 6, 1, ""),
    substring("hedge", 0, 3, ""),
    substring("hedge", 2, 0, ""),
    substring("hedge", 2, -1, ""),
    substring("hedge", -2, 2, "ge"),
    substring("hedge", -2, 1, "g"),
    substring("hedge", -5, 2, "he"),
    substring("hedge", -7, 3, "h"),
    substring("hedge", -10, 8, "hed"),
    substring("hedge", -10, 3, ""),
    substring("hedge", 2, int64Max, "edge"),
    substring("hedge", int64Max, int64Max, ""),
    substring("hedge", int64Min, 3, ""),
    substring("hedge", int64Min, int64Max, "hedg"),
    substring("", 1, 1, ""),
    substring(`a${leaf}b`, 2, 1, leaf),
    substring(`a${leaf}b`, -1, 1, "b"),
    substring(`${leaf}${leaf}`, 2, 5, leaf),
    gives("substring of NULL", call("substring", noText, int(1), int(1)), null),
    gives("substring from NULL", call("substring", text("a"), none(types.int64), int(1)), null),
    gives("substring for NULL", call("substring", text("a"), int(1), none(types.int64)), null),
    gives("position", call("position", text("hedgehog"), text("hog")), 6),
    gives("position of the first", call("position", text("hedge"), text("e")), 2),
    gives("position of nothing found", call("position", text("hedge"), text("E")), 0),
    gives("position of the empty string", call("position", text("hedge"), text("")), 1),
    gives("position in the empty string", call("position", text(""), text("a")), 0),
    gives("position of the empty in the empty", call("position", text(""), text("")), 1),
    gives("position counts code points", call("position", text(`${leaf}\u00e9x`), text("x")), 3),
    gives("position of NULL", call("position", text("a"), noText), null),
    gives("position in NULL", call("position", noText, text("a")), null)
  ]
}

const strings: CaseGroup = {
  name: "strings",
  cases: [
    gives("concat of one", call("concat", text("a")), "a"),
    gives("concat of three", call("concat", text("a"), text(""), text(leaf)), `a${leaf}`),
    gives("concat with NULL", call("concat", text("a"), noText), null),
    gives("lower", call("lower", text("ABZ az 09")), "abz az 09"),
    gives("lower of letters beyond ASCII", call("lower", text("\u00c4\u0130")), "\u00c4\u0130"),
    gives("lower of NULL", call("lower", noText), null),
    gives("upper", call("upper", text("abz AZ 09")), "ABZ AZ 09"),
    gives("upper of letters beyond ASCII", call("upper", text("\u00e4\u00df\u00ff")), "\u00e4\u00df\u00ff"),
    gives("upper of NULL", call("upper", noText), null),
    gives("length", call("length", text("hedge")), 5),
    gives("length of the empty string", call("length", text("")), 0),
    gives("length in bytes", call("length", text(`\u00e9\u20ac${leaf}`)), 9),
    gives("length of NULL", call("length", noText), null),
    gives("lengthUTF8", call("lengthUTF8", text(`\u00e9\u20ac${leaf}`)), 3),
    gives("lengthUTF8 of a combining mark", call("lengthUTF8", text("e\u0301")), 2),
    gives("lengthUTF8 of the empty string", call("lengthUTF8", text("")), 0),
    gives("lengthUTF8 of NULL", call("lengthUTF8", noText), null),
    gives("trimLeft", call("trimLeft", text("  a b  ")), "a b  "),
    gives("trimLeft leaves tabs", call("trimLeft", text(" \ta")), "\ta"),
    gives("trimLeft of spaces", call("trimLeft", text("   ")), ""),
    gives("trimLeft of NULL", call("trimLeft", noText), null),
    gives("trimRight", call("trimRight", text("  a b  ")), "  a b"),
    gives("trimRight leaves no-break spaces", call("trimRight", text("a\u00a0 ")), "a\u00a0"),
    gives("trimRight of NULL", call("trimRight", noText), null),
    gives("startsWith", call("startsWith", text("hedge"), text("he")), 1),
    gives("startsWith another", call("startsWith", text("hedge"), text("He")), 0),
    gives("startsWith something longer", call("startsWith", text("he"), text("hedge")), 0),
    gives("startsWith the empty string", call("startsWith", text(""), text("")), 1),
    gives("startsWith takes no pattern", call("startsWith", text("hedge"), text("h%")), 0),
    gives("startsWith NULL", call("startsWith", text("a"), noText), null),
    gives("endsWith", call("endsWith", text("hedge"), text("ge")), 1),
    gives("endsWith another", call("endsWith", text("hedge"), text("gE")), 0),
    gives("endsWith something longer", call("endsWith", text("ge"), text("hedge")), 0),
    gives("endsWith the empty string", call("endsWith", text("a"), text("")), 1),
    gives("endsWith beyond the BMP", call("endsWith", text(`a${leaf}`), text(leaf)), 1),
    gives("endsWith of NULL", call("endsWith", noText, text("a")), null),
    gives("replaceAll", call("replaceAll", text("hedgehog"), text("h"), text("HH")), "HHedgeHHog"),
    gives("replaceAll does not look again", call("replaceAll", text("aaa"), text("aa"), text("a")), "aa"),
    gives("replaceAll takes no pattern", call("replaceAll", text("a.c$1"), text("."), text("$&\\1")), "a$&\\1c$1"),
    gives("replaceAll of the empty string", call("replaceAll", text("abc"), text(""), text("x")), "abc"),
    gives("replaceAll with the empty string", call("replaceAll", text("banana"), text("an"), text("")), "ba"),
    gives("replaceAll of NULL", call("replaceAll", text("abc"), noText, text("x")), null),
    gives("replaceAll with NULL", call("replaceAll", text("abc"), text("z"), noText), null),
    gives("reverse", call("reverse", text("abc")), "cba"),
    gives("reverse of code points", call("reverse", text(`a${leaf}e\u0301`)), `\u0301e${leaf}a`),
    gives("reverse of the empty string", call("reverse", text("")), ""),
    gives("reverse of NULL", call("reverse", noText), null)
  ]
}

export const textGroups: ReadonlyArray<CaseGroup> = [patterns, slices, strings]
