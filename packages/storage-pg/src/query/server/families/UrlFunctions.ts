import { strictFunction } from "../CreateFunction.ts"

export const urlFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_url_encode",
    "a text",
    "text",
    `BEGIN
  IF a !~ '[^A-Za-z0-9_.~-]' THEN RETURN a; END IF;
  RETURN (SELECT string_agg(CASE WHEN c ~ '[A-Za-z0-9_.~-]' THEN c
    ELSE upper(regexp_replace(encode(convert_to(c, 'UTF8'), 'hex'), '(..)', '%\\1', 'g')) END, '' ORDER BY o)
    FROM string_to_table(a, NULL) WITH ORDINALITY AS t(c, o));
END`
  ),
  strictFunction(
    "hg_url_decode",
    "a text",
    "text",
    `BEGIN
  IF a !~ '%[0-9A-Fa-f]{2}' THEN RETURN a; END IF;
  RETURN hg_utf8((SELECT decode(string_agg(CASE WHEN m[1] ~ '^%[0-9A-Fa-f]{2}$' THEN substr(m[1], 2)
    ELSE encode(convert_to(m[1], 'UTF8'), 'hex') END, '' ORDER BY o), 'hex')
    FROM regexp_matches(a, '(%[0-9A-Fa-f]{2}|[^%]+|%)', 'g') WITH ORDINALITY AS t(m, o)));
END`
  ),
  strictFunction(
    "hg_text_part",
    "a text, pattern text",
    "text",
    "BEGIN RETURN COALESCE((regexp_match(a, pattern))[1], ''); END"
  ),
  strictFunction(
    "hg_prefixes",
    "a text",
    "text[]",
    `DECLARE size int4 := char_length(a);
BEGIN
  IF size > 2000 THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT left(a, i) FROM generate_series(2, size) AS i WHERE i = size OR substr(a, i, 1) IN ('/', '?', '#'));
END`
  )
]
