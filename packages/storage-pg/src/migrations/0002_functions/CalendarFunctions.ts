import { strictFunction } from "./CreateFunction.ts"
import { earliest, end } from "./DateFunctions.ts"

const outOfRange = "RAISE EXCEPTION USING ERRCODE = '22008', MESSAGE = 'The date is outside 1900 to 2199'"

/**
 * Units of time in a zone: their starts, parts, differences and sums. `unit` is a date unit of the plan; weeks begin
 * on Sunday in `week0`, on Monday in `week1`.
 */
export const calendarFunctions: ReadonlyArray<string> = [
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
    IF (result - interval '1 microsecond') AT TIME ZONE zone >= date_trunc('day', wall) THEN
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
