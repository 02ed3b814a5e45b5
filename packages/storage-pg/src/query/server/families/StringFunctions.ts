import { strictFunction } from "../CreateFunction.ts"

const longest = 1_000_000

/** Greek letters with a subscript: their capitals are two letters in full, and stay as they are. */
const subscripts = String.fromCodePoint(
  ...Array.from({ length: 0x30 }, (_, i) => 0x1f80 + i).filter((code) => (code & 15) < 8),
  0x1fb3,
  0x1fc3,
  0x1ff3
)

const sizes: ReadonlyArray<string> = [
  strictFunction(
    "hg_left",
    "a text, n int8",
    "text",
    "BEGIN RETURN left(a, least(greatest(n, -2147483647), 2147483647)::int4); END"
  ),
  strictFunction(
    "hg_right",
    "a text, n int8",
    "text",
    "BEGIN RETURN right(a, least(greatest(n, -2147483647), 2147483647)::int4); END"
  ),
  strictFunction(
    "hg_pad",
    "a text, n int8, fill text, is_left boolean",
    "text",
    `BEGIN
  IF n > ${longest} THEN RETURN NULL; END IF;
  IF n <= char_length(a) THEN RETURN left(a, greatest(n, 0)::int4); END IF;
  IF fill = '' THEN fill := ' '; END IF;
  RETURN CASE WHEN is_left THEN lpad(a, n::int4, fill) ELSE rpad(a, n::int4, fill) END;
END`
  ),
  strictFunction(
    "hg_repeat",
    "a text, n int8",
    "text",
    `BEGIN
  IF n <= 0 OR a = '' THEN RETURN ''; END IF;
  IF char_length(a)::numeric * n > ${longest} THEN RETURN NULL; END IF;
  RETURN repeat(a, n::int4);
END`
  ),
  strictFunction(
    "hg_upper",
    "a text",
    "text",
    `BEGIN
  IF a !~ '[${subscripts}]' THEN RETURN upper(a COLLATE "pg_c_utf8"); END IF;
  RETURN (SELECT string_agg(CASE WHEN strpos('${subscripts}', c) > 0 THEN c ELSE upper(c COLLATE "pg_c_utf8") END, '' ORDER BY o)
    FROM string_to_table(a, NULL) WITH ORDINALITY AS t(c, o));
END`
  )
]

/** Bytes as texts: NULL where they are none in UTF-8, or have a NUL. */
const references = [
  strictFunction(
    "hg_character",
    "a text",
    "text",
    `DECLARE n int8 := CASE
  WHEN a ~ '^#[xX][0-9a-fA-F]{1,6}$' THEN ('x' || lpad(substr(a, 3), 8, '0'))::bit(32)::int8
  WHEN a ~ '^#[0-9]{1,7}$' THEN substr(a, 2)::int8
  ELSE 0
END;
BEGIN
  RETURN CASE WHEN n = 0 OR n BETWEEN 55296 AND 57343 OR n > 1114111 THEN '' ELSE chr(n::int4) END;
END`
  )
]

const bytes: ReadonlyArray<string> = [
  // The byte order of well-formed UTF-8, as Unicode's table has it. Every character is checked as two digits a byte.
  strictFunction(
    "hg_utf8",
    "a bytea",
    "text",
    `BEGIN
  IF encode(a, 'hex') !~ ('^(?:(?:0[1-9a-f]|[1-7][0-9a-f])|(?:c[2-9a-f]|d[0-9a-f])[89ab][0-9a-f]'
    || '|e0[ab][0-9a-f][89ab][0-9a-f]|(?:e[1-9a-cef])(?:[89ab][0-9a-f]){2}|ed[89][0-9a-f][89ab][0-9a-f]'
    || '|f0[9ab][0-9a-f](?:[89ab][0-9a-f]){2}|f[1-3](?:[89ab][0-9a-f]){3}|f48[0-9a-f](?:[89ab][0-9a-f]){2})*$')
  THEN RETURN NULL;
  END IF;
  RETURN convert_from(a, 'UTF8');
END`
  ),
  strictFunction(
    "hg_from_hex",
    "a text",
    "text",
    `BEGIN
  RETURN CASE WHEN a ~ '^([0-9A-Fa-f]{2})*$' THEN hg_utf8(decode(a, 'hex')) END;
END`
  ),
  strictFunction(
    "hg_from_base64",
    "a text",
    "text",
    `BEGIN
  IF a !~ '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$' THEN RETURN NULL; END IF;
  RETURN hg_utf8(decode(a, 'base64'));
END`
  )
]

const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

const base58: ReadonlyArray<string> = [
  strictFunction(
    "hg_to_base58",
    "a text",
    "text",
    `DECLARE b bytea := convert_to(a, 'UTF8'); n numeric := 0; t text := ''; zeros int4 := 0;
BEGIN
  IF octet_length(b) > 1000 THEN RETURN NULL; END IF;
  FOR i IN 0 .. octet_length(b) - 1 LOOP n := n * 256 + get_byte(b, i); END LOOP;
  WHILE n > 0 LOOP
    t := substr('${digits}', (n % 58)::int4 + 1, 1) || t;
    n := div(n, 58);
  END LOOP;
  WHILE zeros < octet_length(b) AND get_byte(b, zeros) = 0 LOOP zeros := zeros + 1; END LOOP;
  RETURN repeat('1', zeros) || t;
END`
  ),
  // Zeros at the beginning would be NULs, of which no text is made.
  strictFunction(
    "hg_from_base58",
    "a text",
    "text",
    `DECLARE n numeric := 0; t text := '';
BEGIN
  IF char_length(a) > 1000 OR a ~ '[^${digits}]|^1' THEN RETURN NULL; END IF;
  FOR i IN 1 .. char_length(a) LOOP n := n * 58 + strpos('${digits}', substr(a, i, 1)) - 1; END LOOP;
  WHILE n > 0 LOOP
    t := lpad(to_hex((n % 256)::int4), 2, '0') || t;
    n := div(n, 256);
  END LOOP;
  RETURN hg_utf8(decode(t, 'hex'));
END`
  )
]

export const stringFunctions: ReadonlyArray<string> = [...sizes, ...references, ...bytes, ...base58]
