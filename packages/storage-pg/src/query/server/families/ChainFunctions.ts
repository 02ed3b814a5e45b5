import { strictFunction } from "../CreateFunction.ts"

/**
 * `held` has the times of each step's chain one after the other, `b` places for each; a chain that is not there has NULL
 * in its first place.
 */
const funnelTimes = strictFunction(
  "hg_funnel_times",
  "codes int8[], b int8, c int8",
  "int8[]",
  `DECLARE
  n int4 := b::int4;
  held int8[] := array_fill(NULL::int8, ARRAY[n * n]);
  code int8; t int8; first int8; at int4;
  reached int4 := 0; best int8[] := '{}';
BEGIN
  FOR code IN SELECT u FROM unnest(codes) AS u ORDER BY u LOOP
    t := code >> n;
    FOR k IN REVERSE n - 1..0 LOOP
      CONTINUE WHEN code >> k & 1 = 0;
      at := k * n + 1;
      first := CASE WHEN k > 0 THEN held[at - n] WHEN t > 0 THEN t END;
      CONTINUE WHEN first IS NULL OR t - first > c OR held[at] = first;
      IF k > 0 THEN held[at : at + k - 1] := held[at - n : at - n + k - 1]; END IF;
      held[at + k] := t;
      IF k >= reached THEN
        reached := k + 1;
        best := held[at : at + k];
      END IF;
    END LOOP;
    EXIT WHEN reached = n;
  END LOOP;
  RETURN best;
END`
)

const funnelTies = strictFunction(
  "hg_funnel_ties",
  "codes int8[], b int8",
  "int8",
  `DECLARE
  n int4 := b::int4;
  code int8; before int8; bits int8; last int8 := 0;
BEGIN
  FOR code IN SELECT u FROM unnest(codes) AS u ORDER BY u LOOP
    bits := code & ((1::int8 << n) - 1);
    IF before >> n = code >> n AND (bits & (bits - 1) <> 0 OR last & (last - 1) <> 0) THEN RETURN 1; END IF;
    before := code;
    last := bits;
  END LOOP;
  RETURN 0;
END`
)

/** The chains of funnels. */
export const chainFunctions: ReadonlyArray<string> = [funnelTimes, funnelTies]
