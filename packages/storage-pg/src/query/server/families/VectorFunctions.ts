import { strictFunction } from "../CreateFunction.ts"

/** The sum over the members of vectors, added up one after the other as IEEE 754 has it. */
const total = (name: string, parameters: string, members: string, each: string): string =>
  strictFunction(
    name,
    parameters,
    "float8",
    `DECLARE total float8 := 0; x float8; y float8;
BEGIN
  FOR x, y IN ${members} LOOP total := ${each}; END LOOP;
  RETURN total;
END`
  )

const one = "SELECT COALESCE(u, 0), 0 FROM unnest(a) AS u"
const two = "SELECT COALESCE(u, 0), COALESCE(v, 0) FROM ROWS FROM (unnest(a), unnest(b)) AS t(u, v)"

export const vectorFunctions: ReadonlyArray<string> = [
  total("hg_l1_norm", "a float8[]", one, "hg_plus(total, abs(x))"),
  total("hg_vector_sum", "a float8[]", one, "hg_plus(total, x)"),
  total("hg_square_sum", "a float8[]", one, "hg_plus(total, hg_multiply(x, x))"),
  total("hg_linf_norm", "a float8[]", one, "greatest(total, abs(x))"),
  total("hg_power_sum", "a float8[], b float8", one, "hg_plus(total, hg_pow(abs(x), b))"),
  total("hg_dot_product", "a float8[], b float8[]", two, "hg_plus(total, hg_multiply(x, y))"),
  strictFunction("hg_l2_norm", "a float8[]", "float8", "BEGIN RETURN sqrt(hg_square_sum(a)); END"),
  strictFunction(
    "hg_difference",
    "a float8[], b float8[]",
    "float8[]",
    `BEGIN
  RETURN ARRAY(SELECT hg_plus(COALESCE(u, 0), - COALESCE(v, 0))
    FROM ROWS FROM (unnest(a), unnest(b)) WITH ORDINALITY AS t(u, v, o) ORDER BY o);
END`
  ),
  strictFunction(
    "hg_scaled",
    "a float8[], b float8",
    "float8[]",
    `BEGIN
  RETURN ARRAY(SELECT hg_divide(COALESCE(u, 0), b) FROM unnest(a) WITH ORDINALITY AS t(u, o) ORDER BY o);
END`
  )
]
