import { strictFunction } from "./CreateFunction.ts"

const earliest = "'1900-01-01 00:00:00+00'::timestamptz"
const end = "'2200-01-01 00:00:00+00'::timestamptz"
const outOfRange =
  "RAISE EXCEPTION USING ERRCODE = '22008', MESSAGE = 'The date is outside 1900 to 2199'"

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
    "hg_text_date",
    "a text",
    "date",
    `BEGIN
  IF hg_text_instant(a, 'UTC') IS NULL THEN RETURN NULL; END IF;
  RETURN left(a, 10)::date;
END`
  )
]

/** `unit` is one of the plan's date units; weeks begin on Sunday in `week0`, on Monday in `week1`. */
const calendar = [
  strictFunction(
    "hg_start_wall",
    "unit text, wall timestamp",
    "timestamp",
    `BEGIN
  RETURN CASE
    WHEN unit = 'week0' THEN date_trunc('week', wall + interval '1 day') - interval '1 day'
    WHEN unit = 'week1' THEN date_trunc('week', wall)
    WHEN unit IN ('dayOfWeek', 'dayOfYear') THEN date_trunc('day', wall)
    ELSE date_trunc(unit, wall)
  END;
END`
  ),
  strictFunction(
    "hg_start_date",
    "unit text, wall timestamp",
    "date",
    `DECLARE result date := hg_start_wall(unit, wall)::date;
BEGIN
  IF result < '1900-01-01' OR result > '2199-12-31' THEN ${outOfRange}; END IF;
  RETURN result;
END`
  ),
  // Few zones have days with two midnights; only there is the slower way to the earlier one taken.
  strictFunction(
    "hg_start_instant",
    "unit text, x timestamptz, zone text",
    "timestamptz",
    `DECLARE wall timestamp := x AT TIME ZONE zone; result timestamptz;
BEGIN
  IF unit IN ('second', 'minute', 'hour') THEN
    result := x - (wall - date_trunc(unit, wall));
  ELSIF unit = 'day' THEN
    result := date_trunc('day', x, zone);
    IF (result - interval '3 hours') AT TIME ZONE zone >= date_trunc('day', wall) THEN
      result := hg_instant(date_trunc('day', wall), zone);
    END IF;
  ELSE
    result := hg_instant(hg_start_wall(unit, wall), zone);
  END IF;
  IF result < ${earliest} OR result >= ${end} THEN ${outOfRange}; END IF;
  RETURN result;
END`
  ),
  strictFunction(
    "hg_part",
    "unit text, wall timestamp",
    "int8",
    `BEGIN
  RETURN CASE unit
    WHEN 'dayOfWeek' THEN extract(isodow FROM wall)
    WHEN 'dayOfYear' THEN extract(doy FROM wall)
    WHEN 'second' THEN floor(extract(second FROM wall))
    WHEN 'week0' THEN extract(week FROM wall + interval '1 day')
    WHEN 'week1' THEN extract(week FROM wall)
    ELSE date_part(unit, wall)::numeric
  END::int8;
END`
  ),
  strictFunction(
    "hg_unit_number",
    "unit text, x timestamptz, zone text",
    "int8",
    `DECLARE wall timestamp := x AT TIME ZONE zone;
BEGIN
  RETURN CASE
    WHEN unit = 'second' THEN floor(extract(epoch FROM x))
    WHEN unit = 'minute' THEN floor(extract(epoch FROM x) / 60)
    WHEN unit = 'hour' THEN floor(extract(epoch FROM x - (wall - date_trunc('hour', wall))) / 3600)
    WHEN unit = 'week0' THEN floor((wall::date - '1970-01-04'::date) / 7.0)
    WHEN unit = 'week1' THEN floor((wall::date - '1970-01-05'::date) / 7.0)
    WHEN unit = 'month' THEN extract(year FROM wall) * 12 + extract(month FROM wall)
    WHEN unit = 'quarter' THEN extract(year FROM wall) * 4 + extract(quarter FROM wall)
    WHEN unit = 'year' THEN extract(year FROM wall)
    ELSE wall::date - '1970-01-01'::date
  END::int8;
END`
  ),
  // Steps are bounded first: 300 years of any unit leave the range, and larger ones would overflow an interval.
  strictFunction(
    "hg_add",
    "unit text, x timestamptz, n int8, zone text",
    "timestamptz",
    `DECLARE wall timestamp; result timestamptz; step interval;
  seconds int8 := CASE unit WHEN 'hour' THEN 3600 WHEN 'minute' THEN 60 WHEN 'second' THEN 1 END;
  days int8 := CASE WHEN unit IN ('week0', 'week1') THEN 7 WHEN unit IN ('month', 'quarter', 'year') THEN 0 ELSE 1 END;
  months int8 := CASE unit WHEN 'year' THEN 12 WHEN 'quarter' THEN 3 WHEN 'month' THEN 1 ELSE 0 END;
BEGIN
  IF n NOT BETWEEN -9467280000 AND 9467280000 THEN ${outOfRange}; END IF;
  IF seconds IS NOT NULL THEN
    IF n * seconds NOT BETWEEN -9467280000 AND 9467280000 THEN ${outOfRange}; END IF;
    result := x + n * seconds * interval '1 second';
  ELSE
    IF n NOT BETWEEN -109575 AND 109575 THEN ${outOfRange}; END IF;
    step := make_interval(months => (n * months)::int4, days => (n * days)::int4);
    wall := x AT TIME ZONE zone;
    IF wall + step NOT BETWEEN '1899-12-31' AND '2200-01-02' THEN ${outOfRange}; END IF;
    result := hg_instant(wall + step, zone);
  END IF;
  IF result < ${earliest} OR result >= ${end} THEN ${outOfRange}; END IF;
  RETURN result;
END`
  )
]

/** Calendar arithmetic in a time zone. */
export const dateFunctions: ReadonlyArray<string> = [wallClock, ...conversions, ...calendar]
