import { strictFunction } from "../CreateFunction.ts"

export const searchFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_runs",
    "a text, pattern text",
    "text[]",
    "BEGIN RETURN ARRAY(SELECT m[1] FROM regexp_matches(a COLLATE \"C\", '(' || pattern || ')', 'g') AS m); END"
  ),
  strictFunction(
    "hg_split",
    "separator text, a text, most int8",
    "text[]",
    `DECLARE parts text[];
BEGIN
  IF separator = '' THEN parts := string_to_array(a, NULL);
  ELSIF a = '' THEN parts := '{""}';
  ELSE parts := string_to_array(a, separator);
  END IF;
  RETURN CASE WHEN most > 0 THEN parts[1:least(most, 2147483647)::int4] ELSE parts END;
END`
  ),
  strictFunction(
    "hg_ngrams",
    "a text, n int8",
    "text[]",
    `BEGIN
  IF n < 1 OR n > 100 THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT substr(a, i, n::int4) FROM generate_series(1, char_length(a) - n::int4 + 1) AS i);
END`
  ),
  strictFunction(
    "hg_position_from",
    "a text, needle text, start int8",
    "int8",
    `DECLARE first int4 := least(greatest(start, 1), 2147483647)::int4; found int4;
BEGIN
  IF first > char_length(a) + 1 THEN RETURN 0; END IF;
  found := strpos(substr(a, first), needle);
  RETURN CASE WHEN found = 0 THEN 0 ELSE found + first - 1 END;
END`
  ),
  strictFunction(
    "hg_first_place",
    "a text, needles text[]",
    "int8",
    "BEGIN RETURN COALESCE((SELECT min(NULLIF(strpos(a, n), 0)) FROM unnest(needles) AS n), 0); END"
  ),
  strictFunction(
    "hg_first_needle",
    "a text, needles text[]",
    "int8",
    `BEGIN
  RETURN COALESCE((SELECT min(o) FROM unnest(needles) WITH ORDINALITY AS t(n, o) WHERE strpos(a, n) > 0), 0);
END`
  ),
  strictFunction(
    "hg_replace_one",
    "a text, b text, c text",
    "text",
    `DECLARE place int4 := strpos(a, b);
BEGIN
  IF b = '' OR place = 0 THEN RETURN a; END IF;
  RETURN left(a, place - 1) || c || substr(a, place + char_length(b));
END`
  )
]
