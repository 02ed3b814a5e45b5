import { foldedForm, mixedForm, mostCharacters, patternForm } from "@hedgerow/sql/patterns/WrittenPattern"
import { strictFunction } from "../CreateFunction.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

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
  ),
  // Letters of ASCII have two more forms in Unicode: the sign of Kelvin and the long s.
  strictFunction(
    "hg_match",
    "a text, pattern text, folded int8",
    "boolean",
    `BEGIN
  IF length(pattern) > ${mostCharacters} OR pattern COLLATE "C" !~ ${quoted(patternForm)} OR pattern COLLATE "C" ~ ${
      quoted(mixedForm)
    }
    OR folded = 1 AND pattern COLLATE "C" !~ ${quoted(foldedForm)}
  THEN RETURN NULL;
  END IF;
  IF strpos(pattern, '\\\\') = 0 THEN
    pattern := replace(replace(pattern, '\\b', '\\y'), '\\B', '\\Y');
    pattern := replace(replace(pattern, '\\s', '[ \\t\\n\\f\\r]'), '\\S', '[^ \\t\\n\\f\\r]');
  END IF;
  IF folded = 1 THEN RETURN translate(a, U&'\\212A\\017F', 'ks') COLLATE "C" ~* pattern; END IF;
  RETURN a COLLATE "C" ~ pattern;
END`
  )
]
