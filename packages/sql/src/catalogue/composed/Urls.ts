import { type Composition, strictly } from "../Composition.ts"

const scheme = "(?:[A-Za-z][A-Za-z0-9+.-]*:)?//"
const second = "ac|co|com|edu|gov|mil|net|org"

/** Patterns here are such that engines that try branches in turn and engines that take the longest agree. */
const part = (text: string, pattern: string): string => `_textPart(${text}, '${pattern}')`
const without = (text: string, pattern: string): string => `_withoutPart(${text}, '${pattern}')`

const afterScheme = without("a", `^${scheme}`)
const domain = `if(${part("a", `^(${scheme})`)} != '', ${part("a", `^${scheme}(?:[^/?#@]*@)?([^/?#@:]*)`)}, `
  + `${part("a", "^(?:[^/?#@]*@)?([^/?#@:]*[.][^/?#@:]*)")})`
const pathFull = part(afterScheme, "^[^/?#]*(/[\\\\s\\\\S]*)")
const registered = (host: string): string =>
  `ifNull(nullIf(${part(host, `([^.]+[.](?:${second})[.][^.]+)$`)}, ''), ${part(host, "([^.]+[.][^.]+)$")})`

const url = (meaning: string, as: string, example: Composition["example"]): Composition =>
  strictly("text", "String", `${meaning}, '' without one`, as, example)

const parameters = "arrayFilter(pair -> position(pair, '=') > 0, splitByString('&', queryString(a)))"

/** URLs: `[scheme:]//[user@]host[:port][/path][?query][#fragment]`, or without the scheme where the host has a dot. */
export const composedUrls: Readonly<Record<string, Composition>> = {
  protocol: url("the scheme", part("a", "^([A-Za-z][A-Za-z0-9+.-]*):"), ["protocol('https://a.com/')", "https"]),
  domain: url("the host", domain, ["domain('https://user@www.a.com:80/b')", "www.a.com"]),
  domainWithoutWWW: url("the host without www.", without("domain(a)", "^www[.]"), [
    "domainWithoutWWW('https://www.a.com/')",
    "a.com"
  ]),
  netloc: url("user, host and port", part("a", `^${scheme}([^/?#]*)`), [
    "netloc('https://u@a.com:80/b')",
    "u@a.com:80"
  ]),
  topLevelDomain: url("the last part of the host", part("domain(a)", "[.]([^.0-9][^.]*)$"), [
    "topLevelDomain('https://a.co.uk/')",
    "uk"
  ]),
  cutToFirstSignificantSubdomain: url(
    `the last two parts of the host, three where the second is one of ${second.replaceAll("|", ", ")}`,
    registered("domainWithoutWWW(a)"),
    ["cutToFirstSignificantSubdomain('https://news.a.co.uk/')", "a.co.uk"]
  ),
  cutToFirstSignificantSubdomainWithWWW: url(
    "cutToFirstSignificantSubdomain, in which www may be a part",
    registered("domain(a)"),
    ["cutToFirstSignificantSubdomainWithWWW('https://www.uk/')", "www.uk"]
  ),
  firstSignificantSubdomain: url(
    "the first part of cutToFirstSignificantSubdomain",
    part("cutToFirstSignificantSubdomain(a)", "^([^.]*)"),
    ["firstSignificantSubdomain('https://news.a.co.uk/')", "a"]
  ),
  port: strictly(
    "text, whole?",
    "Int64",
    "the port, else b or 0",
    [0, "b"].map((otherwise) =>
      `if(toIntOrZero(${part("netloc(a)", ":([0-9]+)$")}) between 1 and 65535, toIntOrZero(${
        part("netloc(a)", ":([0-9]+)$")
      }), ${otherwise})`
    ),
    ["port('http://a.com:8080/')", 8080]
  ),
  path: url("the path", part(afterScheme, "^[^/?#]*(/[^?#]*)"), ["path('https://a.com/b/c?d=1')", "/b/c"]),
  pathFull: url("path, query and fragment", pathFull, ["pathFull('https://a.com/b?c=1#d')", "/b?c=1#d"]),
  queryString: url("the query", part("a", "^[^?#]*[?]([^#]*)"), ["queryString('https://a.com/?b=1#c')", "b=1"]),
  fragment: url("what is after #", part("a", "^[^#]*#([\\\\s\\\\S]*)"), ["fragment('https://a.com/#b')", "b"]),
  queryStringAndFragment: url("query and fragment", part("a", "^[^?#]*[?]([\\\\s\\\\S]*)"), [
    "queryStringAndFragment('https://a.com/?b=1#c')",
    "b=1#c"
  ]),
  cutWWW: url(
    "the URL without www. before the host",
    `concat(${part("a", `^(${scheme})`)}, ${without(afterScheme, "^www[.]")})`,
    ["cutWWW('https://www.a.com/')", "https://a.com/"]
  ),
  cutQueryString: url(
    "the URL without ? and query",
    `concat(${part("a", "^([^?#]*)")}, ${part("a", "^[^#]*(#[\\\\s\\\\S]*)")})`,
    ["cutQueryString('https://a.com/?b=1#c')", "https://a.com/#c"]
  ),
  cutFragment: url("the URL without # and fragment", part("a", "^([^#]*)"), [
    "cutFragment('https://a.com/#b')",
    "https://a.com/"
  ]),
  cutQueryStringAndFragment: url("the URL without query and fragment", part("a", "^([^?#]*)"), [
    "cutQueryStringAndFragment('https://a.com/?b=1#c')",
    "https://a.com/"
  ]),
  cutURLParameter: strictly(
    "text, text",
    "String",
    "the URL without the parameters of that name",
    `if(queryString(a) = '', a, concat(cutQueryStringAndFragment(a), '?', _joinedTexts(`
      + `arrayFilter(pair -> not startsWith(pair, concat(b, '=')), splitByString('&', queryString(a))), '&'), `
      + `${part("a", "^[^#]*(#[\\\\s\\\\S]*)")}))`,
    ["cutURLParameter('https://a.com/?b=1&c=2', 'b')", "https://a.com/?c=2"]
  ),
  extractURLParameters: strictly("text", "Array", "the parameters as name=value", parameters, [
    "extractURLParameters('https://a.com/?b=1&c=2')",
    ["b=1", "c=2"]
  ]),
  extractURLParameterNames: strictly(
    "text",
    "Array",
    "the names of the parameters",
    `arrayMap(pair -> ${part("pair", "^([^=]*)=")}, extractURLParameters(a))`,
    ["extractURLParameterNames('https://a.com/?b=1&c=2')", ["b", "c"]]
  ),
  extractURLParameter: strictly(
    "text, text",
    "String",
    "the value of the first parameter of that name, '' without one",
    "substring(arrayElement(arrayFilter(pair -> startsWith(pair, concat(b, '=')), extractURLParameters(a)), 1), "
      + "toInt(lengthUTF8(b)) + 2)",
    ["extractURLParameter('https://a.com/?b=1&c=2', 'c')", "2"]
  ),
  URLPathHierarchy: strictly(
    "text",
    "Array",
    "the paths that lead to the URL, each longer by a part; none of more than 2,000 characters",
    `_prefixes(${pathFull})`,
    ["URLPathHierarchy('https://a.com/b/c')", ["/b/", "/b/c"]]
  ),
  URLHierarchy: strictly(
    "text",
    "Array",
    "the URLs that lead to the URL, each longer by a part; none of more than 2,000 characters",
    `arrayFilter(one -> length(one) > length(${part("a", `^(${scheme}[^/?#]*)`)}), _prefixes(a))`,
    ["URLHierarchy('https://a.com/b')", ["https://a.com/", "https://a.com/b"]]
  )
}
