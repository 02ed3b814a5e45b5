import { type Composition, strictly } from "../Composition.ts"

const text = (parameters: string, meaning: string, as: Composition["as"], example: Composition["example"]) =>
  strictly(parameters, "String", meaning, as, example)

const count = (meaning: string, as: Composition["as"], example: Composition["example"]): Composition =>
  strictly("text, text, whole?", "Int64", `${meaning}, from place c if that is given`, as, example)

const counted = (a: string, b: string): string =>
  `ifNull(intDiv(length(${a}) - length(replaceAll(${a}, ${b}, '')), length(${b})), 0)`

const countedIn = (form: (text: string) => string): ReadonlyArray<string> => [
  counted(form("a"), form("b")),
  counted(form("substring(a, greatest(c, 1))"), form("b"))
]

/** Functions of texts and searches, composed of others. */
export const composedTexts: Readonly<Record<string, Composition>> = {
  appendTrailingCharIfAbsent: text(
    "text, text",
    "a with b at the end, once; an empty text stays",
    "if(a = '' or endsWith(a, b), a, concat(a, b))",
    ["appendTrailingCharIfAbsent('/a', '/')", "/a/"]
  ),
  encodeXMLComponent: text(
    "text",
    "with &, <, >, \" and ' as entities",
    "replaceAll(replaceAll(replaceAll(replaceAll(replaceAll(a, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '\"', "
      + "'&quot;'), '\\'', '&apos;')",
    ["encodeXMLComponent('<a>')", "&lt;a&gt;"]
  ),
  decodeXMLComponent: text(
    "text",
    "with the entities of encodeXMLComponent, and references such as &#65; and &#x41;, as characters",
    "arrayStringConcat(arrayMap((part, i) -> if(i = 1, part, _decoded(part, _textPart(part, '^(#?[A-Za-z0-9]{1,8});'))), "
      + "splitByString('&', a), _upTo(length(splitByString('&', a)))))",
    ["decodeXMLComponent('&lt;a&gt; &#65;')", "<a> A"]
  ),
  ngramDistance: strictly(
    "text, text",
    "Float64",
    "how different two texts are, from 0 to 1, by their parts of four characters",
    "_gramDistance(ngrams(a, 4), ngrams(b, 4))",
    ["ngramDistance('abcde', 'abcdx')", 0.5]
  ),
  ngramSearch: strictly(
    "text, text",
    "Float64",
    "how much of b is in a, from 0 to 1, by its parts of four characters; 1 where b has none",
    "_gramSearch(ngrams(a, 4), ngrams(b, 4))",
    ["ngramSearch('abcdefgh', 'abcdx')", 0.5]
  ),
  split_part: text(
    "text, constant, whole",
    "the part of a at place c between the separators b, from the end where c is negative; '' where there is none",
    "arrayElement(splitByString(b, a), c)",
    ["split_part('a,b,c', ',', 2)", "b"]
  ),
  bitSlice: text(
    "text, whole, whole?",
    "c bits of a text from place b on, as a text of whole bytes, filled with zeros; all but the last -c where c is negative; NULL where that is "
      + "no text in UTF-8",
    [
      "_ofBits(_inBytes(substring(_bitsOf(_hexOfText(a)), b)))",
      "_ofBits(_inBytes(_sliced(_bitsOf(_hexOfText(a)), b, c)))"
    ],
    ["bitSlice('Hello', 1, 16)", "He"]
  ),
  isValidUTF8: strictly("text", "UInt8", "1: texts always are", "1", ["isValidUTF8('ä')", 1]),
  toValidUTF8: text("text", "the text: texts always are", "a", ["toValidUTF8('ä')", "ä"]),
  positionCaseInsensitiveUTF8: strictly(
    "text, text, whole?",
    "UInt64",
    "position, in any letter case",
    ["position(lowerUTF8(a), lowerUTF8(b))", "position(lowerUTF8(a), lowerUTF8(b), c)"],
    ["positionCaseInsensitiveUTF8('aÄ', 'ä')", 2]
  ),
  countSubstrings: count("how often b is in a, one after the other", countedIn((text) => text), [
    "countSubstrings('aaaa', 'aa')",
    2
  ]),
  countSubstringsCaseInsensitive: count(
    "countSubstrings, in any letter case of A-Z",
    countedIn((text) => `lower(${text})`),
    ["countSubstringsCaseInsensitive('aAa', 'A')", 3]
  ),
  countSubstringsCaseInsensitiveUTF8: count(
    "countSubstrings, in any letter case",
    countedIn((text) => `lowerUTF8(${text})`),
    ["countSubstringsCaseInsensitiveUTF8('äÄ', 'ä')", 2]
  ),
  multiSearchAny: strictly(
    "text, texts",
    "UInt8",
    "one of the texts is in a",
    "length(arrayFilter(needle -> position(a, needle) > 0, b)) > 0",
    ["multiSearchAny('abc', ['x', 'c'])", 1]
  ),
  multiSearchAllPositions: {
    ...strictly(
      "text, texts",
      "Array",
      "position of each of the texts",
      "arrayMap(needle -> ifNull(position(a, needle), 0), b)",
      ["multiSearchAllPositions('abc', ['c', 'x'])", [3, 0]]
    ),
    names: ["multiSearchAllPositionsUTF8"]
  }
}
