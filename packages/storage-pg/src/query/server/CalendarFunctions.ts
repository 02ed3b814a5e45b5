import { strictFunction } from "./CreateFunction.ts"
import { earliest, end, latest } from "./DateFunctions.ts"

/**
 * Units of time in a zone: their starts, parts, differences and sums. `unit` is a date unit of the plan; weeks begin
 * on Sunday in `week0`, on Monday in `week1`. A start before the first instant is that.
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
    "BEGIN RETURN greatest(hg_start_wall(unit, wall)::date, '1900-01-01'); END"
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
  RETURN least(greatest(result, ${earliest}), ${latest});
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
  // NULL outside the range. Steps are bounded first: 300 years of any unit leave it, larger ones overflow an interval.
  strictFunction(
    "hg_add",
    "unit text, x timestamptz, n int8, zone text",
    "timestamptz",
    `DECLARE wall timestamp; result timestamptz; step interval;
  seconds int8 := CASE unit WHEN 'hour' THEN 3600 WHEN 'minute' THEN 60 WHEN 'second' THEN 1 END;
  days int8 := CASE WHEN unit IN ('week0', 'week1') THEN 7 WHEN unit IN ('month', 'quarter', 'year') THEN 0 ELSE 1 END;
  months int8 := CASE unit WHEN 'year' THEN 12 WHEN 'quarter' THEN 3 WHEN 'month' THEN 1 ELSE 0 END;
BEGIN
  IF n NOT BETWEEN -9467280000 AND 9467280000 THEN RETURN NULL; END IF;
  IF seconds IS NOT NULL THEN
    IF n * seconds NOT BETWEEN -9467280000 AND 9467280000 THEN RETURN NULL; END IF;
    result := x + n * seconds * interval '1 second';
  ELSE
    IF n * (days + months * 28) NOT BETWEEN -110000 AND 110000 THEN RETURN NULL; END IF;
    step := make_interval(months => (n * months)::int4, days => (n * days)::int4);
    wall := x AT TIME ZONE zone;
    IF wall + step NOT BETWEEN '1899-12-31' AND '2200-01-02' THEN RETURN NULL; END IF;
    result := hg_instant(wall + step, zone);
  END IF;
  RETURN CASE WHEN result >= ${earliest} AND result < ${end} THEN result END;
END`
  )
]
