import { strictFunction } from "../CreateFunction.ts"

/** Searches for patterns that are written as PostgreSQL has them; group 1 is all of a match. */
export const patternFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_regexp_part",
    "a text, pattern text, place int8",
    "text",
    "BEGIN RETURN COALESCE((regexp_match(a COLLATE \"C\", '(' || pattern || ')'))[place + 1], ''); END"
  ),
  strictFunction(
    "hg_regexp_all",
    "a text, pattern text",
    "text[]",
    `BEGIN
  RETURN ARRAY(SELECT COALESCE(m[least(2, cardinality(m))], '')
    FROM regexp_matches(a COLLATE "C", '(' || pattern || ')', 'g') WITH ORDINALITY AS t(m, o) ORDER BY o);
END`
  ),
  strictFunction(
    "hg_regexp_groups",
    "a text, pattern text",
    "jsonb",
    `BEGIN
  RETURN COALESCE((SELECT jsonb_agg(to_jsonb(array_replace(m, NULL, '')) ORDER BY o)
    FROM regexp_matches(a COLLATE "C", pattern, 'g') WITH ORDINALITY AS t(m, o)), '[]');
END`
  ),
  strictFunction(
    "hg_regexp_split",
    "a text, pattern text",
    "text[]",
    "BEGIN RETURN regexp_split_to_array(a COLLATE \"C\", pattern); END"
  )
]
