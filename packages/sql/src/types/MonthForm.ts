/** Texts of instants with the name of a month, as ClickHouse's best effort reads them. Every engine has these patterns. */

const month =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?"
  + "|nov(?:ember)?|dec(?:ember)?)"
const weekday = "(?:mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)"
const year = "(?:1899|19[0-9]{2}|2[01][0-9]{2}|2200)"
const day = "(?:0?[1-9]|[12][0-9]|3[01])"
const hours = "(?:[01]?[0-9]|2[0-3])"
const minutes = "[0-5]?[0-9]"
const clock = `${hours}:${minutes}(?::${minutes})?`
const shift = "(?:z|(?:utc|gmt)? *[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9]|utc|gmt)"
const time = `${hours}:${minutes}(?::${minutes}(?:[.][0-9]{1,9})?)?(?: *[ap]m(?: +${shift})?|(?: *${shift})?)`

/** `Jan 5 2024`, `January 5, 2024`; `5 Jan 2024`, also with `-`, `/` or points; `2024 Jan 5`; `Jan 2024`. */
const date = `(?:${month} +${day}(?:, *| +)${year}|${day}(?: +${month} +|-${month}-|/${month}/|[.]${month}[.])${year}`
  + `|${year} +${month} +${day}|${month} +${year})`

/** The whole form, in any letter case: perhaps a weekday, then a date and perhaps a time, or the time before the year. */
export const monthForm =
  `(?i)^ *(?:${weekday},? +)?(?:${date}(?:(?: +|T)${time})?|${month} +${day} +${clock} +${year}) *$`

/** Texts of the form are no longer, in characters. */
export const monthLength = 200

/** Of a text of the form: whether it names its distance from UTC. */
export const monthShift = `(?i):.*${shift} *$`

/** The first letters of the months, in their order. */
export const monthNames: ReadonlyArray<string> = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ")
