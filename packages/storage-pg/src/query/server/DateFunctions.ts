import { monthNames, writtenGroups, writtenLength, writtenParts } from "@hedgerow/sql/types/WrittenTimes"
import { expressionFunction, strictFunction } from "./CreateFunction.ts"

/** The first instant that there is. */
export const earliest = "'1900-01-01 00:00:00+00'::timestamptz"
/** The first instant after the last. */
export const end = "'2200-01-01 00:00:00+00'::timestamptz"

/** The last instant. */
export const latest = "'2199-12-31 23:59:59.999999+00'::timestamptz"

/** Wall clock to instant. PostgreSQL takes the later of two equal wall times and moves skipped ones forward. */
const wallClock = strictFunction(
  "hg_instant",
  "wall timestamp, zone text",
  "timestamptz",
  `DECLARE
  late timestamptz := wall AT TIME ZONE zone;
  before timestamptz := late - interval '1 day';
  early timestamptz := (wall - ((before AT TIME ZONE zone) - (before AT TIME ZONE 'UTC'))) AT TIME ZONE 'UTC';
BEGIN
  RETURN CASE WHEN early < late AND early AT TIME ZONE zone = wall THEN early ELSE late END;
END`
)

/** The group of a part of a time, in small letters. */
const group = strictFunction(
  "hg_group",
  "texts text[], names text, part text",
  "text",
  `DECLARE i int4;
BEGIN
  FOR i IN 1..length(names) LOOP
    IF substr(names, i, 1) = part AND texts[i] IS NOT NULL THEN RETURN lower(texts[i]); END IF;
  END LOOP;
  RETURN NULL;
END`
)

/** Values that are no date, or outside 1900…2199, become NULL. */
const conversions = [
  strictFunction(
    "hg_seconds",
    "seconds float8",
    "timestamptz",
    `BEGIN
  RETURN CASE
    WHEN seconds >= extract(epoch FROM ${earliest}) AND seconds < extract(epoch FROM ${end})
    THEN 'epoch'::timestamptz + trunc(seconds * 1000000) * interval '1 microsecond'
  END;
END`
  ),
  strictFunction(
    "hg_micros",
    "micros int8",
    "timestamptz",
    `BEGIN
  RETURN CASE
    WHEN micros >= extract(epoch FROM ${earliest}) * 1000000 AND micros < extract(epoch FROM ${end}) * 1000000
    THEN 'epoch'::timestamptz + micros * interval '1 microsecond'
  END;
END`
  ),
  strictFunction(
    "hg_cut_time",
    "instant timestamptz, unit int8",
    "timestamptz",
    `DECLARE micros int8 := (extract(epoch FROM instant) * 1000000)::int8;
BEGIN
  RETURN instant - (micros % unit) * interval '1 microsecond';
END`
  ),
  strictFunction(
    "hg_date_instant",
    "day date, zone text",
    "timestamptz",
    `DECLARE result timestamptz := hg_instant(day::timestamp, zone);
BEGIN
  RETURN CASE WHEN result >= ${earliest} AND result < ${end} THEN result END;
END`
  ),
  // Only on the first day can the day of a zone be one before it.
  expressionFunction(
    "hg_day",
    "x timestamptz, zone text",
    "date",
    "CASE WHEN x < '1900-01-02 00:00:00+00' THEN greatest((x AT TIME ZONE zone)::date, '1900-01-01')\n"
      + "ELSE (x AT TIME ZONE zone)::date END"
  ),
  strictFunction(
    "hg_days",
    "days int8",
    "date",
    "BEGIN RETURN CASE WHEN days BETWEEN -25567 AND 84005 THEN '1970-01-01'::date + days::int4 END; END"
  ),
  strictFunction(
    "hg_text_instant",
    "a text, zone text",
    "timestamptz",
    `DECLARE m text[]; wall timestamp; shift interval; result timestamptz;
BEGIN
  m := regexp_match(a, '^([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[ T]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?'
    || '(?:(Z)|([+-])([0-9]{2}):?([0-9]{2}))?)?$');
  IF m IS NULL OR NOT pg_input_is_valid(m[1], 'date') OR coalesce(m[2], '00:00') > '23:59' COLLATE "C"
    OR substr(m[2], 4) > '59' COLLATE "C" OR m[3] > '59' COLLATE "C" OR m[7] > '23' COLLATE "C"
    OR m[8] > '59' COLLATE "C"
  THEN RETURN NULL;
  END IF;
  wall := (m[1] || ' ' || coalesce(m[2], '00:00') || ':' || coalesce(m[3], '00') || '.'
    || rpad(left(coalesce(m[4], '0'), 6), 6, '0'))::timestamp;
  IF m[5] IS NOT NULL THEN result := wall AT TIME ZONE 'UTC';
  ELSIF m[6] IS NULL THEN result := hg_instant(wall, zone);
  ELSE
    shift := make_interval(hours => m[7]::int4, mins => m[8]::int4);
    result := (CASE WHEN m[6] = '-' THEN wall + shift ELSE wall - shift END) AT TIME ZONE 'UTC';
  END IF;
  RETURN CASE WHEN result >= ${earliest} AND result < ${end} THEN result END;
END`
  ),
  strictFunction(
    "hg_iso_time",
    "a text, month_first int8",
    "text",
    `DECLARE g text[]; y text; o text; d text; p text; q text; h int4; shift text[];
  groups constant text := '${writtenGroups}';
BEGIN
  IF length(a) > ${writtenLength} THEN RETURN NULL; END IF;
  g := regexp_match(a, '${writtenParts}');
  IF g IS NULL THEN RETURN NULL; END IF;
  y := hg_group(g, groups, 'y');
  IF length(y) = 2 THEN y := (CASE WHEN y::int4 < 70 THEN '20' ELSE '19' END) || y; END IF;
  o := coalesce(hg_group(g, groups, 'o'), (strpos('${
      monthNames.join("")
    }', left(hg_group(g, groups, 'n'), 3)) / 3 + 1)::text, '1');
  d := coalesce(hg_group(g, groups, 'd'), '1');
  p := hg_group(g, groups, 'p');
  IF p IS NOT NULL THEN
    q := hg_group(g, groups, 'q');
    IF month_first = 1 THEN o := p; d := q; ELSE d := p; o := q; END IF;
    IF o::int4 > 12 THEN q := o; o := d; d := q; END IF;
  END IF;
  h := coalesce(hg_group(g, groups, 'h'), '0')::int4;
  CASE hg_group(g, groups, 'a')
    WHEN 'a' THEN IF h = 12 THEN h := 0; END IF;
    WHEN 'p' THEN IF h < 12 THEN h := h + 12; END IF;
    ELSE NULL;
  END CASE;
  shift := regexp_match(hg_group(g, groups, 'z'), '([+-][0-9]{2}):?([0-9]{2})?$');
  RETURN y || '-' || lpad(o, 2, '0') || '-' || lpad(d, 2, '0') || ' ' || lpad(h::text, 2, '0')
    || ':' || lpad(coalesce(hg_group(g, groups, 'm'), '0'), 2, '0') || ':' || lpad(coalesce(hg_group(g, groups, 's'), '0'), 2, '0')
    || coalesce('.' || left(hg_group(g, groups, 'f'), 6), '')
    || CASE WHEN shift IS NOT NULL THEN shift[1] || ':' || coalesce(shift[2], '00')
      WHEN hg_group(g, groups, 'z') IS NOT NULL THEN 'Z' ELSE '' END;
END`
  ),
  strictFunction(
    "hg_text_date",
    "a text",
    "date",
    `BEGIN
  IF hg_text_instant(a, 'UTC') IS NULL THEN RETURN NULL; END IF;
  RETURN left(a, 10)::date;
END`
  )
]

/** Instants of wall clocks, texts and numbers. */
export const dateFunctions: ReadonlyArray<string> = [wallClock, group, ...conversions]
